import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ConditionValue } from '../../items/conditions/condition.ts'
import { UnreadableValue } from '../../items/conditions/unreadable-value.ts'
import type { ItemSet } from '../../items/item-set.ts'
import type { KeysetWindow, Position } from '../../items/keyset.ts'
import { type Ordering, orderingTerm } from '../../items/ordering.ts'
import { type Cursor, invalidCursor } from './cursor-codec.ts'

/** A cursor of Django REST framework: the items beyond a value of the first ordering field. */
export interface ReferenceCursor {
  /** The value as Python writes it; null means from the start, or from the end. */
  readonly value: string | null
  readonly backward: boolean
}

/** Longer ones are none: the values of ordering fields are short. */
const maxLength = 2048

/**
 * The cursor in a link of Django REST framework: base64 of `r=1&o=2&p=2026-01-01+00%3A00%3A00`;
 * null when the text is none. `o` counts equal items that the client has, in the order in which
 * that database happened to give them. It is left out, so some of them are seen again, and none
 * is lost.
 */
export function referenceCursorOf(text: string): ReferenceCursor | null {
  if (text.length > maxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  let query: string
  try {
    query = atob(text)
  } catch {
    return null
  }
  if (!/^(?:[orp]=[!-%'-<>-~]*)(?:&[orp]=[!-%'-<>-~]*)*$/.test(query)) return null
  const values = new URLSearchParams(query)
  const [offset, reverse, value] = ['o', 'r', 'p'].map((name) => values.get(name))
  const isNumber = (digits: string | null | undefined) => /^\d{1,9}$/.test(digits ?? '0')
  if (!isNumber(offset) || !isNumber(reverse) || value?.includes('\ufffd')) return null
  return { value: value ?? null, backward: Number(reverse ?? 0) !== 0 }
}

/** Where a page of such a cursor begins. Null if there is no item beyond it. */
export async function startOf<Item>(
  items: ItemSet<Item>,
  ordering: Ordering,
  { value, backward }: ReferenceCursor,
): Promise<Cursor | null> {
  const position =
    value === null
      ? await firstOf(items, ordering, backward)
      : await firstBeyond(items, ordering, value, backward)
  return position && { position, backward, includesPosition: true }
}

async function firstBeyond<Item>(
  items: ItemSet<Item>,
  ordering: Ordering,
  value: string,
  backward: boolean,
): Promise<Position | null> {
  const { field, descending } = orderingTerm(ordering[0] ?? '')
  const operator = descending === backward ? '>' : '<'
  if (items.where === undefined) {
    throw new ConfigurationError(
      'acceptReferenceCursors of cursorPagination() needs items that can be filtered: give the item ' +
        'set a where().',
    )
  }
  const text = uuid.test(value) ? await asStored(items, ordering, value) : value
  for (const compared of readings(text, operator)) {
    try {
      const beyond = items.where({ field, operator, value: compared })
      return await firstOf(beyond, ordering, backward, isBeyond(value, operator))
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
    }
  }
  throw invalidCursor()
}

/** At most this many items of one millisecond are compared by their microseconds. */
const maxAtOnce = 100

/** The nearest item of the set in the direction of reading. */
async function firstOf<Item>(
  { keyset }: ItemSet<Item>,
  ordering: Ordering,
  backward: boolean,
  isWanted: ((value: string | null) => boolean) | null = null,
): Promise<Position | null> {
  const limit = isWanted === null ? 1 : maxAtOnce
  const window: KeysetWindow = { ordering, from: null, includesFrom: false, backward, limit }
  const placed = await keyset?.read(window)
  if (placed === undefined) return null
  const wanted = placed.items.findIndex(
    (_, index) => isWanted?.(placed.positionOf(index)[0] ?? null) ?? true,
  )
  if (wanted >= 0) return placed.positionOf(wanted)
  // If more items share a millisecond, some are sent twice.
  return isWanted !== null && placed.items.length === limit ? placed.positionOf(0) : null
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Django stores UUIDs without hyphens where the database has no type for them. */
async function asStored<Item>(
  items: ItemSet<Item>,
  ordering: Ordering,
  value: string,
): Promise<string> {
  const [first] = (await firstOf(items, ordering, false)) ?? []
  return /[0-9a-f]{32}/.test(first ?? '') ? value.replaceAll('-', '') : value
}

/**
 * The possible meanings of Python's text. A moment is compared by its millisecond first, rounded so
 * that nothing is lost.
 */
function readings(text: string, operator: '<' | '>'): ConditionValue[] {
  const microseconds = microsecondsOf(text)
  if (microseconds !== null) {
    const milliseconds = microseconds / 1000n
    const isExact = milliseconds * 1000n === microseconds
    return [new Date(Number(operator === '<' && !isExact ? milliseconds + 1n : milliseconds)), text]
  }
  return text === 'True' || text === 'False' ? [text, text === 'True'] : [text]
}

/** Whether a stored moment is beyond this one, to the microsecond; null when it is not a moment. */
function isBeyond(value: string, operator: '<' | '>'): ((stored: string | null) => boolean) | null {
  const limit = microsecondsOf(value)
  if (limit === null) return null
  return (stored) => {
    // Item sets have their own ways to write a value, with quotes or a mark in front.
    const [text = ''] = storedMoment.exec(stored ?? '') ?? []
    const moment = microsecondsOf(text)
    return moment === null || (operator === '<' ? moment < limit : moment > limit)
  }
}

const storedMoment = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:[\d.]+(?:Z|[+-][\d:]+)?/

const moment =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/

/** Microseconds since 1970, in UTC where no zone is given; null when the text is not a moment. */
function microsecondsOf(text: string): bigint | null {
  const [, day, time, fraction = '', hours, minutes = '00'] = moment.exec(text) ?? []
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const milliseconds = Date.parse(`${day}T${time}${zone}`)
  return Number.isNaN(milliseconds)
    ? null
    : BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0'))
}
