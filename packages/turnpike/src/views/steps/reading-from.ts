import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { safeMethods } from '../../http/syntax/safe-methods.ts'
import { senderKey } from '../../throttling/sender-key.ts'

/** Answers a request, whose reads may come from replicas. */
export function readingFrom(request: ApiRequest, work: () => Promise<Answer>): Promise<Answer> {
  const { method, headers, readReplicas } = request
  if (readReplicas === null) return work()
  return readReplicas.run(
    { isSafe: safeMethods.has(method), sender: senderKey(request), headers },
    work,
  )
}
