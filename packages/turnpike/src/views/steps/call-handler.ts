import type { ApiRequest } from '../../http/request.ts'
import { safeMethods } from '../../http/syntax/safe-methods.ts'
import type { RequestWatch } from '../../telemetry/request-watch.ts'
import type { Findings } from '../answers/answer.ts'
import type { Handler, View } from '../view.ts'
import { interceptorOf } from './interceptor.ts'

type Result = ReturnType<Handler>

/**
 * The result of the handler. An atomic view calls it in a transaction if the method may write; it
 * is rolled back when the handler throws.
 */
export function callHandler(
  handler: Handler,
  request: ApiRequest,
  view: View,
  { negotiated }: Findings,
  watch: RequestWatch,
): Result {
  const interceptor = interceptorOf(handler)
  const call = () =>
    watch.step('handler', () =>
      interceptor ? interceptor(request, view, negotiated) : handler(request, view),
    )
  return view.transactions === null || safeMethods.has(request.method)
    ? call()
    : watch.step('transaction', () => inTransaction(request, view, call))
}

async function inTransaction(
  request: ApiRequest,
  { transactions, operations }: View,
  call: () => Result,
): Promise<Awaited<Result>> {
  // A slow client must not keep a transaction open while it sends. Other handlers may read the
  // body in another way, or not at all.
  if (operations.get(request.method)?.accepts !== undefined) await request.receiveBody()

  return (transactions as NonNullable<typeof transactions>).run(async (transaction) => {
    request.enter(transaction)
    return call()
  })
}
