import { ClientError, type FieldMessage, failed, type RequestError, statuses } from './errors.ts'
import { fieldMessages, isMessage, nested } from './field-errors.ts'
import { retryAfter } from './retry.ts'

/** A request that succeeded. */
export interface Success<Data> {
  readonly ok: true
  readonly data: Data
  /** The `ETag`, for `ifMatch`. Null if it has none. */
  readonly etag: string | null
  /** The answer; its body has been read. */
  readonly response: Response
}

/** A request that failed. */
export interface Failure<Input> {
  readonly ok: false
  readonly error: RequestError<Input>
}

/** The outcome of a request: `if (result.ok) result.data else result.error`. */
export type Result<Data, Input = unknown> = Success<Data> | Failure<Input>

/** A request on its way: await it for its result, or `orThrow()` for its data. */
export interface Call<Data, Input = unknown> extends Promise<Result<Data, Input>> {
  /** @throws ClientError when the request fails. */
  orThrow(): Promise<Data>
}

/**
 * The data of the answer with this body.
 *
 * @throws ClientError for an error, or for an answer that is not JSON.
 */
export function successOf(response: Response, text: string): Success<unknown> {
  const { ok, headers } = response
  let data: unknown
  try {
    data = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (ok) throw failed('unreadable', 'The answer is not JSON.', cause, response)
  }
  if (!ok) throw new ClientError(errorOf(response, data))
  // A proxy that compresses makes it weak, and a weak tag never matches.
  return { ok, data, etag: headers.get('ETag')?.replace(/^W\//, '') ?? null, response }
}

function errorOf(response: Response, data: unknown): RequestError {
  const { status } = response
  const { code, detail, errors: sent } = Object(data)
  const isExplained = typeof detail === 'string'
  const errors: FieldMessage[] = Array.isArray(sent)
    ? sent.filter(isMessage)
    : isExplained
      ? []
      : fieldMessages(data)
  const [kind = status >= 500 ? 'server' : 'other'] =
    Object.entries(statuses).find(([, of]) => of === status) ?? []
  return {
    kind,
    status,
    detail: isExplained ? detail : (errors[0]?.detail ?? `The answer has the status ${status}.`),
    code: typeof code === 'string' ? code : null,
    errors,
    response,
    ...(status === 400 && nested(errors)),
    ...([429, 503].includes(status) && { retryAfter: retryAfter(response) }),
  } as RequestError
}

/** Asks for an answer. A failure becomes a result of the call; other errors are thrown. */
export function callOf(ask: () => Promise<Success<unknown>>): Call<unknown> {
  const answer = ask()
  const result = answer.catch((error: unknown) => {
    if (error instanceof ClientError) return { ok: false, error: error.error } as const
    throw error
  })
  return Object.assign(result, {
    async orThrow() {
      // Errors of the caller reject both, and the result needs a handler.
      await result
      return (await answer).data
    },
  })
}
