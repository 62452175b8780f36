import type { ApiRequest } from '../../http/request.ts'
import { safeMethods } from '../../http/syntax/safe-methods.ts'
import type { Handler, View } from '../view.ts'
import { interceptorOf } from './interceptor.ts'
import type { Passed } from './passed.ts'

type Result = ReturnType<Handler>

/**
 * The result of the handler. An atomic view calls it in a transaction if the method may write; it
 * is rolled back when the handler throws.
 */
export function callHandler({ handler, request, view, findings, watch }: Passed): Result {
  const interceptor = interceptorOf(handler)
  const call = () =>
    watch.step('handler', () =>
      interceptor ? interceptor(request, view, findings.negotiated) : handler(request, view),
    )
  return view.transactions === null || safeMethods.has(request.method) || request.isInTransaction
    ? call()
    : watch.step('transaction', () => inTransaction(request, view, async () => call()))
}

/** Does the work of a request in the transaction that it then has. */
export async function inTransaction<Result>(
  request: ApiRequest,
  { transactions, operations }: View,
  work: () => Promise<Result>,
): Promise<Result> {
  // A slow client must not keep a transaction open while it sends. Other handlers may read the
  // body in another way, or not at all.
  if (operations.get(request.method)?.accepts !== undefined) await request.receiveBody()

  return (transactions as NonNullable<typeof transactions>).run(async (transaction) => {
    request.enter(transaction)
    return work()
  })
}
