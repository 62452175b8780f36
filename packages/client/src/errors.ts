/**
 * Why a request failed. `kind` says which member it is; `detail` is a text for people, in the
 * language of the request if the server wrote it.
 *
 * @typeParam Input the body that was sent, whose fields `fields` has.
 */
export type RequestError<Input = unknown> =
  | InvalidError<Input>
  | RefusedError
  | WaitError
  | FailedError

interface Failed {
  readonly detail: string
  /** The stable code, such as `csrf_failed`. Null if the server did not send one. */
  readonly code: string | null
  /** Every message with its place in the body; empty unless the data were invalid. */
  readonly errors: readonly FieldMessage[]
  /** The answer; its body has been read. Null if there is none. */
  readonly response: Response | null
}

/** 400: the body or the query is invalid. */
export interface InvalidError<Input = unknown> extends Failed {
  readonly kind: 'invalid'
  readonly status: 400
  /** The messages by field, in the shape of the body. */
  readonly fields: FieldErrors<Input>
  /** The messages that belong to no field. */
  readonly nonFieldErrors: readonly string[]
}

/** The server refuses the request as it is. */
export interface RefusedError extends Failed {
  readonly kind: Exclude<keyof typeof statuses, (InvalidError | WaitError)['kind']>
  readonly status: number
}

/** 429 or 503: later it may work. */
export interface WaitError extends Failed {
  readonly kind: 'throttled' | 'unavailable'
  readonly status: 429 | 503
  /** Seconds to wait, as the server says. Null if it does not. */
  readonly retryAfter: number | null
}

/**
 * - `server`: any other status of 500 and above;
 * - `other`: any other status, such as 418 or a redirect;
 * - `unreadable`: the answer is not what an API sends, such as the page of a proxy;
 * - `network`: there is no answer, or only a part of it;
 * - `aborted`: by the caller's `AbortSignal`.
 */
export interface FailedError extends Failed {
  readonly kind: 'server' | 'other' | 'unreadable' | 'network' | 'aborted'
  /** 0: there is no whole answer. */
  readonly status: number
  /** The thrown error; undefined if there was none. */
  readonly cause: unknown
}

/** One message of invalid data. */
export interface FieldMessage {
  /** A JSON Pointer into the body: `#/title`, `#/tags/1`; `#` for all of it (RFC 6901). */
  readonly pointer: string
  readonly detail: string
  /** Null if the server does not send codes. */
  readonly code: string | null
}

/** The messages of invalid data by field; of nested objects and lists, nested. */
export type FieldErrors<Input> = unknown extends Input
  ? // biome-ignore lint/suspicious/noExplicitAny: unknown input may be nested to any depth.
    { readonly [Field in string]?: any }
  : Input extends readonly (infer Element)[]
    ? Messages & { readonly [Index in number]?: FieldErrors<Element> }
    : Input extends Scalar
      ? Messages
      : { readonly [Field in keyof Input]?: FieldErrors<NonNullable<Input[Field]>> }

type Messages = readonly string[]
type Scalar = string | number | bigint | boolean | Date | Blob | null | undefined

/** The kinds that have a status of their own. */
export const statuses = {
  invalid: 400,
  not_authenticated: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  content_too_large: 413,
  unsupported_media_type: 415,
  precondition_required: 428,
  throttled: 429,
  unavailable: 503,
} as const

/** Thrown by `orThrow()` and by iterations. */
export class ClientError<Input = unknown> extends Error {
  override readonly name = 'ClientError'
  readonly error: RequestError<Input>

  constructor(error: RequestError<Input>) {
    super(error.detail, error as ErrorOptions)
    this.error = error
  }
}

/** A failure without a usable answer. */
export const failed = (
  kind: FailedError['kind'],
  detail: string,
  cause?: unknown,
  response: Response | null = null,
): ClientError =>
  new ClientError({
    kind,
    status: response?.status ?? 0,
    detail,
    code: null,
    errors: [],
    response,
    cause,
  })
