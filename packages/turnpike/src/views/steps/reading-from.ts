import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { safeMethods } from '../../http/syntax/safe-methods.ts'
import type { ReadReplicas } from '../../items/read-replicas.ts'
import { senderKey } from '../../throttling/sender-key.ts'

/** Answers a request, whose reads may come from replicas. @param replicas null: there are none. */
export function readingFrom(
  replicas: ReadReplicas | null,
  request: ApiRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (replicas === null) return work()
  const { method, headers } = request
  return replicas.run(
    { isSafe: safeMethods.has(method), sender: senderKey(request), headers },
    work,
  )
}
