import { mark } from '../caching/mark.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { Transactions } from '../items/item-store.ts'
import { requireValid } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Findings } from './answers/answer.ts'
import type { Handler, View, ViewOptions } from './view.ts'

/**
 * Answers requests in place of a handler, which it may call. It may replace the renderer. Only
 * `dispatch` calls it: handlers of an application that call others get their data.
 */
export type Interceptor = (
  request: ApiRequest,
  view: View,
  findings: Pick<Findings, 'negotiated' | 'cachedPage'>,
) => Promise<ApiResponse | Response>

export const interceptors = mark<Handler, Interceptor>()

/** Puts an interceptor around the GET handler, if there is one for it. */
export function intercept(
  options: ViewOptions,
  interceptorOf: (handler: Handler) => Interceptor | null,
): ViewOptions {
  const interceptor = options.get && interceptorOf(options.get)
  if (options.get && interceptor) interceptors.set(options.get, interceptor)
  return options
}

/** The result of the handler, or of its interceptor. */
export function callHandler(
  handler: Handler,
  request: ApiRequest,
  view: View,
  findings: Findings,
): ReturnType<Handler> {
  const interceptor = interceptors.get(handler)
  return interceptor ? interceptor(request, view, findings) : handler(request, view)
}

/**
 * Where the transactions of a view come from; null when it has none.
 *
 * @throws ConfigurationError when it should have some, but there is no source of them.
 */
export function transactionsOf(
  { name = 'View', atomic }: ViewOptions,
  { ATOMIC_REQUESTS, TRANSACTIONS }: ResolvedSettings,
): Transactions | null {
  if (atomic !== undefined) requireValid(`atomic of the view ${name}`, trueOrFalse, atomic)
  if (!(atomic ?? ATOMIC_REQUESTS)) return null
  if (TRANSACTIONS !== null) return TRANSACTIONS

  const wish = atomic === undefined ? 'ATOMIC_REQUESTS is true' : `The view ${name} is atomic`
  throw new ConfigurationError(
    `${wish}, but nothing opens transactions: set TRANSACTIONS to kyselyTransactions(db) of ` +
      '@turnpike/sql. In defineService(), spread its settings: createApi({ ...settings }).',
  )
}

/** Methods that write nothing (RFC 9110 §9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Whether a request with this method may write. */
export const mayWrite = (method: string): boolean => !safeMethods.has(method)

/**
 * Calls the handler in a transaction, which is rolled back when the handler throws.
 *
 * @param call calls the handler. Default `callHandler`.
 */
export async function callInTransaction(
  transactions: Transactions,
  handler: Handler,
  request: ApiRequest,
  view: View,
  findings: Findings,
  call: typeof callHandler = callHandler,
): Promise<ApiResponse | Response> {
  // A slow client must not keep a transaction open while it sends. Other handlers may read the
  // body in another way, or not at all.
  if (view.operations.get(request.method)?.accepts !== undefined) await request.receiveBody()

  return transactions.run(async (transaction) => {
    request.enter(transaction)
    return call(handler, request, view, findings)
  })
}
