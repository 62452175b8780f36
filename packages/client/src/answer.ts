import { ClientError, type FieldMessage, failed, type RequestError, refusals } from './errors.ts'
import { fieldMessages, isMessage, nested } from './field-errors.ts'
import { abortion, retryAfter } from './retry.ts'

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
    if (signal?.aborted) throw abortion(signal)
    throw failed('network', 'The answer ended early.', { response, cause })
  })
  let data: unknown
  try {
    data = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (ok)
      throw failed('unreadable', `The answer with the status ${status} is not JSON.`, {
        response,
        cause,
      })
  }
  if (!ok) throw new ClientError(errorOf(response, data))
  // A proxy that compresses makes it weak, and a weak tag never matches.
  return { ok, data, etag: headers.get('ETag')?.replace(/^W\//, '') ?? null, response }
}

function errorOf(response: Response, data: unknown): RequestError {
  const { status } = response
  const body = Object(data)
  const errors: FieldMessage[] = Array.isArray(body.errors)
    ? body.errors.filter(isMessage)
    : typeof body.detail === 'string'
      ? []
      : fieldMessages(data)
  const code: string | null = typeof body.code === 'string' ? body.code : null
  const detail: string =
    typeof body.detail === 'string'
      ? body.detail
      : (errors[0]?.detail ?? `The answer has the status ${status}.`)
  const known = { detail, code, errors, response }
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

/** The promise of an answer as a call. A failure becomes a result; other errors are thrown. */
export function callOf(answer: Promise<Success<unknown>>): Call<unknown> {
  const result = answer.catch((error: unknown) => {
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
