import { fill, type MessageValues, TranslatableMessage } from '../languages/message.ts'
import type { Translator } from '../languages/translator.ts'

/**
 * One message with its stable code: `new ErrorMessage('This field is required.', 'required')`. A
 * text with values names them, so that it can be translated:
 *
 * ```ts
 * new ErrorMessage('Only {count} copies are left.', 'too_many', { count: 3 })
 * ```
 */
export class ErrorMessage {
  /** The text for people. */
  readonly message: string
  /** The identifier for programs. It stays the same when the text is reworded. */
  readonly code: string
  /** Absent if the text is its own template, or has been translated. */
  readonly #template: string | undefined
  readonly #values: MessageValues | undefined
  #isTranslated = false

  /**
   * @param message the text, in English if it is to be translated.
   * @param values what stands in the places of the text, such as `{count}`, by name. Default none:
   *   braces in the text are then braces.
   */
  constructor(message: string, code: string, values?: MessageValues) {
    this.message = fill(message, values)
    this.code = code
    this.#template = values && message
    this.#values = values
  }

  /** The same message in another language, or itself if the translator does not have its text. */
  in(translator: Translator): ErrorMessage {
    if (this.#isTranslated) return this
    const text = translator.find(this.#template ?? this.message, this.#values)
    if (text === null) return this
    const translated = new ErrorMessage(text, this.code)
    translated.#isTranslated = true
    return translated
  }

  /** Whether the text has been translated. */
  get isTranslated(): boolean {
    return this.#isTranslated
  }
}

/** The possible details of an error: strings, messages with a code, and nestings of them. */
export type DetailInput =
  | string
  | ErrorMessage
  | TranslatableMessage
  | readonly DetailInput[]
  | { readonly [field: string]: DetailInput }

/** The detail of an error: every message has its code. */
export type ErrorDetail = ErrorMessage | ErrorDetail[] | { [field: string]: ErrorDetail }

/** One of the three inspections: the shape of the detail with each message as `Leaf`. */
export type Inspection<Leaf> = Leaf | Inspection<Leaf>[] | { [field: string]: Inspection<Leaf> }

/** The full form of one message. */
export interface FullMessage {
  message: string
  code: string
}

/**
 * The detail with `code` assigned to every string.
 *
 * @throws InvalidDetail for anything but strings, messages and nestings of them.
 */
export function errorDetail(input: DetailInput, code: string): ErrorDetail {
  if (typeof input === 'string') return new ErrorMessage(input, code)
  if (input instanceof ErrorMessage) return input
  if (input instanceof TranslatableMessage)
    return new ErrorMessage(input.template, code, input.values)
  if (isArray(input)) return input.map((item) => errorDetail(item, code))
  if (typeof input !== 'object' || input === null) throw new InvalidDetail()

  return fromFields(Object.entries(input).map(([field, item]) => [field, errorDetail(item, code)]))
}

/** The detail of an error holds an invalid value. */
export class InvalidDetail extends Error {}

/**
 * The first invalid value in a detail and where it is: `title.0 is undefined`. Null when there is
 * none.
 */
export function describeInvalidDetail(input: unknown, path = ''): string | null {
  if (typeof input === 'string' || isMessage(input)) return null
  if (typeof input !== 'object' || input === null) return `${path || 'the detail'} is ${input}`
  return (
    Object.entries(input)
      .map(([key, item]) => describeInvalidDetail(item, path === '' ? key : `${path}.${key}`))
      .find((found) => found !== null) ?? null
  )
}

const isMessage = (input: unknown): boolean =>
  input instanceof ErrorMessage || input instanceof TranslatableMessage

/** The detail as text: `{ title: ['This field is required.'] }`. */
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

/** Defines each key, so that `__proto__` becomes a field and does not set the prototype. */
const fromFields = <Value>(entries: [string, Value][]): { [field: string]: Value } =>
  Object.fromEntries(entries)

/** `Array.isArray` does not narrow readonly arrays. */
const isArray = (value: unknown): value is readonly DetailInput[] => Array.isArray(value)
