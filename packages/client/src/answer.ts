import { ClientError, type FieldMessage, failed, type RequestError, refusals } from './errors.ts'
import { fieldMessages, isMessage, nested } from './field-errors.ts'
import { lost, retryAfter } from './retry.ts'

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
 * The data of the answer.
 *
 * @throws ClientError for an error, or for an answer that is not JSON.
 */
export async function readAnswer(
  response: Response,
  signal?: AbortSignal | null,
): Promise<Success<unknown>> {
  const { status, ok, headers } = response
  const text = await response.text().catch((cause: unknown) => {
    throw lost('The answer ended early.', cause, signal, response)
  })
  let data: unknown
  try {
    data = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (ok)
      throw failed(
        'unreadable',
        `The answer with the status ${status} is not JSON.`,
        cause,
        response,
      )
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
  const known = {
    detail: isExplained ? detail : (errors[0]?.detail ?? `The answer has the status ${status}.`),
    code: typeof code === 'string' ? code : null,
    errors,
    response,
  }
  if (status === 400) {
    return { kind: 'invalid', status, ...known, ...nested(errors) }
  }
  if (status === 429 || status === 503) {
    const kind = status === 429 ? 'throttled' : 'unavailable'
    return { kind, status, ...known, retryAfter: retryAfter(response) }
  }
  for (const [kind, of] of Object.entries(refusals))
    if (of === status) return { kind: kind as keyof typeof refusals, status, ...known }
  return { kind: status >= 500 ? 'server' : 'other', status, ...known, cause: undefined }
}

/** Asks for an answer. A failure becomes a result of the call; other errors are thrown. */
export function callOf(ask: () => Promise<Success<unknown>>): Call<unknown> {
  const result = ask().catch((error: unknown) => {
    if (error instanceof ClientError) return { ok: false, error: error.error } as const
    throw error
  })
  return Object.assign(result, {
    async orThrow() {
      const settled = await result
      if (settled.ok) return settled.data
      throw new ClientError(settled.error)
    },
  })
}
