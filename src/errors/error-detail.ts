/** One message with its stable code: `new ErrorMessage('This field is required.', 'required')`. */
export class ErrorMessage {
  /** The text for people. */
  readonly message: string
  /** The identifier for programs. It stays the same when the text is reworded. */
  readonly code: string

  constructor(message: string, code: string) {
    this.message = message
    this.code = code
  }
}

/**
 * What may be given as the detail of an error: texts, messages with a code, and nestings of them.
 */
export type DetailInput =
  | string
  | ErrorMessage
  | readonly DetailInput[]
  | { readonly [field: string]: DetailInput }

/** The detail that an error holds: every text has its code. */
export type ErrorDetail = ErrorMessage | ErrorDetail[] | { [field: string]: ErrorDetail }

/** One of the three inspections: the shape of the detail with each message as `Leaf`. */
export type Inspection<Leaf> = Leaf | Inspection<Leaf>[] | { [field: string]: Inspection<Leaf> }

/** The full form of one message. */
export interface FullMessage {
  message: string
  code: string
}

/**
 * The detail with `code` given to every text that has none of its own.
 *
 * @throws NoDetail for what is neither text nor message nor a nesting of them.
 */
export function errorDetail(input: DetailInput, code: string): ErrorDetail {
  if (typeof input === 'string') return new ErrorMessage(input, code)
  if (input instanceof ErrorMessage) return input
  if (isArray(input)) return input.map((item) => errorDetail(item, code))
  if (typeof input !== 'object' || input === null) throw new NoDetail()

  return fromFields(Object.entries(input).map(([field, item]) => [field, errorDetail(item, code)]))
}

/** Something in the detail of an error is no detail. */
export class NoDetail extends Error {}

/** Where in the detail something is none, and what: `title.0 is undefined`. */
export function describeNoDetail(input: unknown, path = ''): string | null {
  if (typeof input === 'string' || input instanceof ErrorMessage) return null
  if (typeof input !== 'object' || input === null) return `${path || 'the detail'} is ${input}`
  return (
    Object.entries(input)
      .map(([key, item]) => describeNoDetail(item, path === '' ? key : `${path}.${key}`))
      .find((found) => found !== null) ?? null
  )
}

/** The textual detail: `{ title: ['This field is required.'] }`. */
export const textsOf = (detail: ErrorDetail): Inspection<string> =>
  inspect(detail, ({ message }) => message)

/** The codes: `{ title: ['required'] }`. */
export const codesOf = (detail: ErrorDetail): Inspection<string> =>
  inspect(detail, ({ code }) => code)

/** The full form: `{ title: [{ message: 'This field is required.', code: 'required' }] }`. */
export const fullDetailsOf = (detail: ErrorDetail): Inspection<FullMessage> =>
  inspect(detail, ({ message, code }) => ({ message, code }))

function inspect<Leaf>(
  detail: ErrorDetail,
  leaf: (message: ErrorMessage) => Leaf,
): Inspection<Leaf> {
  if (detail instanceof ErrorMessage) return leaf(detail)
  if (Array.isArray(detail)) return detail.map((item) => inspect(item, leaf))

  return fromFields(Object.entries(detail).map(([field, item]) => [field, inspect(item, leaf)]))
}

/** Defines each key, so that a field named `__proto__` is a field and not a prototype. */
const fromFields = <Value>(entries: [string, Value][]): { [field: string]: Value } =>
  Object.fromEntries(entries)

/** `Array.isArray` does not narrow readonly arrays. */
const isArray = (value: unknown): value is readonly DetailInput[] => Array.isArray(value)
