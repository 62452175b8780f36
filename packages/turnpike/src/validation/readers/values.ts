import { ErrorMessage } from '../../errors/error-detail.ts'
import type {
  FieldKind,
  ReadValue,
  Span,
  ValueReader,
} from '../../items/conditions/value-reader.ts'
import { withMicroseconds } from '../../items/moment.ts'
import { characterErrors } from '../characters.ts'
import { readBigInteger } from '../fields/big-integer.ts'
import { readBoolean } from '../fields/boolean.ts'
import { maxNumberLength } from '../fields/integer.ts'
import { readDateTime } from '../fields/iso-8601.ts'
import { messages } from '../messages.ts'

/** The readers of the kinds that need nothing else. */
export const valueReaders = {
  integer: reader('integer', readInteger, { type: 'integer', format: 'int64' }),
  number: reader('number', readNumber, { type: 'number' }),
  decimal: reader('decimal', readDecimal, { type: 'string', format: 'decimal' }),
  boolean: reader('boolean', (text) => readBoolean(text) as boolean | ErrorMessage, {
    type: 'boolean',
  }),
  'date-time': reader('date-time', readMoment, {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
  }),
  date: reader('date', (text) => (dayOf(text) === null ? messages.notADate : text), {
    type: 'string',
    format: 'date',
  }),
  uuid: reader('uuid', (text) => (isUuid.test(text) ? text.toLowerCase() : messages.notAUuid), {
    type: 'string',
    format: 'uuid',
  }),
  text: reader('text', (text) => characterErrors(text)[0] ?? text, { type: 'string' }),
} as const satisfies Partial<Record<FieldKind, ValueReader>>

/** Reads a day as the moments of it, in UTC. */
export const dayReader: ValueReader = reader(
  'date-time',
  (text) => dayOf(text) ?? messages.notADate,
  { type: 'string', format: 'date' },
)

/** Reads a year as the moments of it, in UTC. */
export const yearReader: ValueReader = reader('date-time', readYear, {
  type: 'integer',
  minimum: 1,
  maximum: 9999,
})

/** One of several texts or numbers. */
export function choiceReader(choices: readonly (string | number)[]): ValueReader {
  const byText = new Map(choices.map((choice) => [String(choice), choice]))
  return reader('choice', (text) => byText.get(text) ?? messages.invalidChoice(text), {
    enum: [...choices],
  })
}

function reader(
  kind: FieldKind,
  read: (text: string) => ReadValue | ErrorMessage,
  schema: ValueReader['schema'],
): ValueReader {
  return { kind, read, schema }
}

/** Integers that a number would round become `bigint`. */
function readInteger(text: string): number | bigint | ErrorMessage {
  const value = readBigInteger(text)
  return typeof value === 'string' ? BigInt(value) : (value as number | ErrorMessage)
}

const numberText = /^-?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?$/

function readNumber(text: string): number | ErrorMessage {
  if (text.length > maxNumberLength) return messages.numberTooLong
  const value = numberText.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : messages.notANumber
}

/** More than 15 digits stay a text, because a number would round them. */
function readDecimal(text: string): number | string | ErrorMessage {
  const value = readNumber(text)
  const [digits = ''] = text.replace(/[-.]/g, '').replace(/^0+/, '').split(/[eE]/)
  return typeof value === 'number' && digits.length > 15 ? text : value
}

const isUuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** `2024-05-01` → its moments. Null if there is no such day. */
function dayOf(text: string): Span | null {
  const written = /^\d{4}-\d\d-\d\d$/.test(text) ? readDateTime(text) : null
  return written && daySpan(written.local)
}

const daySpan = (from: Date): Span => spanOf(from, new Date(from.getTime() + dayLength))

const spanOf = (from: Date, until: Date): Span => ({
  from,
  until: isWritable(until) ? until : null,
})

function readYear(text: string): Span | ErrorMessage {
  const year = readInteger(text)
  if (year instanceof ErrorMessage) return year
  if (year < 1) return messages.minValue(1)
  if (year > 9999) return messages.maxValue(9999)
  return spanOf(startOf(Number(year)), startOf(Number(year) + 1))
}

/** `Date.UTC` takes the years before 100 for those of the last century. */
const startOf = (year: number): Date => new Date(new Date(0).setUTCFullYear(year))

const dayLength = 86_400_000

/** Years after 9999 and before 1 have another notation. */
const isWritable = (moment: Date): boolean => {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A date without a time stands for the whole day. */
function readMoment(text: string): Date | Span | ErrorMessage {
  const written = readDateTime(withPlus(text))
  if (written === null) return messages.notADateTime
  if (!/[Tt ]/.test(text)) return daySpan(written.local)

  const moment = new Date(written.local.getTime() - written.offset)
  if (!isWritable(moment)) return messages.dateTimeOverflow
  const digits = written.fraction.slice(0, 6).padEnd(6, '0')
  moment.setUTCMilliseconds(Number(digits.slice(0, 3)))
  return withMicroseconds(moment, digits.slice(3))
}

/** A plus in a query is a space, unless the client has escaped it: `10:00 02:00`. */
const withPlus = (text: string): string =>
  text.replace(/([Tt ]\d\d[\d:.,]*) (\d\d(?::?\d\d)?)$/, '$1+$2')
