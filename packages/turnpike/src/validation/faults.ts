import type { DetailInput, ErrorMessage } from '../errors/error-detail.ts'
import { ValidationError } from '../errors/exceptions.ts'
import { withoutStack } from '../errors/without-stack.ts'
import { messages } from './messages.ts'
import type { Shape } from './shape.ts'
import { valueAt } from './values.ts'

/** One error in the data. */
export interface Fault {
  /** Field names and indexes that lead to the value: `['tags', 1]`; empty for the whole data. */
  readonly path: readonly PropertyKey[]
  readonly message: ErrorMessage
  /** True: it concerns an object as a whole and is reported there under the non-field key. */
  readonly isOfObject?: boolean
  /** True: the value is absent, empty or of the wrong kind, so this is its only reported fault. */
  readonly isAlone?: boolean
}

/** The result of validation: the schema's output, or the faults. */
export type Checked = { readonly output: unknown } | { readonly faults: readonly Fault[] }

export interface FaultOptions {
  /** The setting `NON_FIELD_ERRORS_KEY`. */
  nonFieldErrorsKey: string
  /**
   * The setting `LIST_SERIALIZER_ERRORS_AS_DICT`. True: the invalid items of a list of objects are
   * reported in an object keyed by index. False: in a list, with `{}` for valid items.
   */
  listErrorsAsDict: boolean
}

/** The error that reports all faults, in the shape of the data. */
export function validationError(
  faults: readonly Fault[],
  data: unknown,
  shape: Shape,
  options: FaultOptions,
): ValidationError {
  const detail =
    data === null || data === undefined
      ? { [options.nonFieldErrorsKey]: [messages.noData] }
      : detailOf(faults, { value: data, shape }, 0, options)
  return withoutStack(() => new ValidationError(detail))
}

/** A place in the data: its value, and what is expected there. */
interface Place {
  readonly value: unknown
  readonly shape: Shape
}

/** The detail for faults at or inside the place reached after `depth` steps of their paths. */
function detailOf(
  faults: readonly Fault[],
  { value, shape }: Place,
  depth: number,
  options: FaultOptions,
): DetailInput {
  const own = faults.filter(({ path }) => path.length === depth)
  const wholeOf = (found: ErrorMessage[]) => ({ [options.nonFieldErrorsKey]: found })
  if (own.length === faults.length) {
    const isSent = value !== undefined && value !== null
    const isOfWhole = own.some(({ isOfObject }) => isOfObject) || (isSent && shape.isListOfObjects)
    return depth === 0 || isOfWhole ? wholeOf(messagesOf(own)) : messagesOf(own)
  }

  const groups = new Map<PropertyKey, Fault[]>()
  for (const fault of faults) {
    const key = fault.path[depth]
    if (fault.path.length === depth || key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [fault])
    else group.push(fault)
  }
  const entries: [string, DetailInput][] = []
  for (const [key, group] of groups) {
    const place = { value: valueAt(value, [key]), shape: shape.at(key) }
    entries.push([String(key), detailOf(group, place, depth + 1, options)])
  }
  const details = Object.fromEntries(entries)
  if (own.length > 0) return { ...wholeOf(messagesOf(own)), ...details }
  return !options.listErrorsAsDict && shape.isListOfObjects && Array.isArray(value)
    ? value.map((_, index) => details[index] ?? {})
    : details
}

function messagesOf(faults: readonly Fault[]): ErrorMessage[] {
  const [only] = faults
  if (only !== undefined && faults.length === 1) return [only.message]
  const alone = faults.find(({ isAlone }) => isAlone)
  return alone ? [alone.message] : distinct(faults.map(({ message }) => message))
}

/** Both sides of an intersection may report the same fault. */
const distinct = (found: ErrorMessage[]): ErrorMessage[] => [
  ...new Map(found.map((message) => [message.message, message])).values(),
]
