import type * as core from 'zod/v4/core'
import type { ErrorMessage } from '../../errors/error-detail.ts'
import { characterErrors } from '../characters.ts'
import { messages, typeName } from '../messages.ts'
import { valueAt } from '../values.ts'

/** An issue with its input, as passed to an error map or as found in a zod error. */
export type Issue = core.$ZodIssue | core.$ZodRawIssue

/** The message for an issue when the author of the schema has set none. */
export function messageOf(issue: Issue): ErrorMessage {
  const { input } = issue
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return input === '' ? messages.blank : tooSmall(issue)
    case 'not_multiple_of':
      return messages.multipleOf(issue.divisor)
    case 'invalid_format':
      return formats[issue.format] ?? messages.notOfTheFormat
    case 'unrecognized_keys':
      return messages.unknownField
    case 'invalid_union':
      if (issue.discriminator === undefined) break
      return messageOf({
        code: 'invalid_value',
        values: [],
        input: valueAt(input, [issue.discriminator]),
      })
    case 'custom':
      return input === undefined ? messages.required : messages.invalid
  }
  if (input === undefined) return messages.required
  if (input === null) return messages.null
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_value':
      return wrongChoice(input)
    default:
      return messages.invalid
  }
}

type IssueOf<Code> =
  | Extract<core.$ZodIssue, { code: Code }>
  | Extract<core.$ZodRawIssue, { code: Code }>

function tooBig({ origin, maximum, inclusive }: IssueOf<'too_big'>): ErrorMessage {
  switch (origin) {
    case 'string':
      return messages.maxLength(maximum)
    case 'array':
    case 'set':
    case 'map':
      return messages.maxElements(maximum)
    case 'file':
      return messages.maxBytes(maximum)
    case 'int':
      // This limit is not the author's: JavaScript rounded the number, so it is not what was sent.
      return messages.notAnInteger
    default:
      return (inclusive ? messages.maxValue : messages.lessThan)(limitOf(origin, maximum))
  }
}

function tooSmall({ origin, minimum, inclusive }: IssueOf<'too_small'>): ErrorMessage {
  switch (origin) {
    case 'string':
      return messages.minLength(minimum)
    case 'array':
    case 'set':
    case 'map':
      return minimum === 1 ? messages.empty : messages.minElements(minimum)
    case 'file':
      return messages.minBytes(minimum)
    case 'int':
      return messages.notAnInteger
    default:
      return (inclusive ? messages.minValue : messages.greaterThan)(limitOf(origin, minimum))
  }
}

const limitOf = (origin: string, limit: number | bigint) =>
  origin === 'date' ? new Date(Number(limit)).toISOString() : limit

function wrongType(issue: IssueOf<'invalid_type'>): ErrorMessage {
  switch (issue.expected) {
    case 'string':
      return messages.notAString
    case 'number':
      return isOfInteger(issue) ? messages.notAnInteger : messages.notANumber
    case 'int':
    case 'bigint':
      return messages.notAnInteger
    case 'boolean':
      return messages.notABoolean
    case 'date':
      return messages.notADateTime
    case 'array':
    case 'tuple':
    case 'set':
      return messages.notAList(typeName(issue.input))
    case 'object':
    case 'record':
    case 'map':
      return messages.notAnObject(typeName(issue.input))
    case 'file':
      return messages.notAFile
    case 'never':
      return messages.unknownField
    default:
      return messages.invalid
  }
}

/** Whether the issue comes from `z.int()` or `z.number().int()`, which first expect a number. */
function isOfInteger(issue: IssueOf<'invalid_type'>): boolean {
  const schema = 'inst' in issue ? (issue.inst as core.$ZodType | undefined) : undefined
  if (schema === undefined) return false
  const { def } = schema._zod
  const definitions = [def, ...(def.checks ?? []).map((check) => check._zod.def)]
  return definitions.some((one) => 'format' in one && String(one.format).includes('int'))
}

/** Repeats the rejected choice, as JSON if it is not a string, unless it may not be sent. */
function wrongChoice(input: unknown): ErrorMessage {
  const choice = typeof input === 'object' ? JSON.stringify(input) : String(input)
  return characterErrors(choice)[0] ?? messages.invalidChoice(choice)
}

const formats: Readonly<Record<string, ErrorMessage>> = {
  email: messages.notAnEmail,
  datetime: messages.notADateTime,
  date: messages.notADate,
  time: messages.notATime,
  url: messages.notAUrl,
  uuid: messages.notAUuid,
  guid: messages.notAUuid,
  ipv4: messages.notAnIpv4Address,
  ipv6: messages.notAnIpv6Address,
  duration: messages.notADuration,
  e164: messages.notAPhoneNumber,
}
