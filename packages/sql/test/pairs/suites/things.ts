import { bigIntegerField, booleanField, dateTimeField, decimalField, integerField } from 'turnpike'
import { z } from 'zod'

/** A row with what is lost where values become numbers or dates of JavaScript. */
export interface Thing {
  readonly id: number
  /** With microseconds. */
  readonly at: string | null
  /** Of 64 bits. */
  readonly big: string | null
  readonly price: string | null
  readonly rank: number | null
  readonly done: boolean | null
  readonly name: string | null
}

const moments = [
  '2024-01-01T00:00:00.000001Z',
  '2024-01-01T00:00:00.000002Z',
  '2024-01-01T00:00:00.123000Z',
  null,
  '2024-01-01T00:00:00.123001Z',
]
const bigs = ['9007199254740993', '9007199254740992', null, '-9223372036854775808', '7']
const prices = ['0.100000', '0.300000', '123456789.000001', null, '-2.500000', '0.300001']
const names = ['', "it's", null, 'NULL', 'Zoë', 'a', '12']

/** Things with ties and nulls in every column. */
export const things = (count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    at: at(moments, index),
    big: at(bigs, index * 3 + Math.floor(index / 5)),
    price: at(prices, index * 5 + Math.floor(index / 6)),
    rank: index % 4 === 0 ? null : index % 3,
    done: at([true, null, false], Math.floor(index / 2)),
    name: at(names, index * 2 + Math.floor(index / 7)),
  }))

const at = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value

/** What is sent of a thing. */
export const thingAnswers = z.object({
  id: integerField(),
  at: dateTimeField().nullable(),
  big: bigIntegerField().nullable(),
  price: decimalField({ maxDigits: 20, decimalPlaces: 6 }).nullable(),
  rank: integerField().nullable(),
  done: booleanField().nullable(),
  name: z.string().nullable(),
})

/** The ids in an order; null where the order of texts is the database's. */
export function expectedIds(
  rows: readonly Thing[],
  ordering: readonly string[],
  nullsAreSmallest: boolean,
): number[] | null {
  if (ordering.some((term) => term.endsWith('name'))) return null
  const terms = [...ordering, ordering.at(-1)?.startsWith('-') ? '-id' : 'id']
  const compare = (one: Thing, other: Thing): number => {
    for (const term of terms) {
      const field = term.replace('-', '') as keyof Thing
      const [a, b] = [comparable(field, one), comparable(field, other)]
      if (a === b) continue
      const isLess = a === null || b === null ? (a === null) === nullsAreSmallest : a < b
      return isLess === term.startsWith('-') ? 1 : -1
    }
    return 0
  }
  return rows.toSorted(compare).map(({ id }) => id)
}

function comparable(field: keyof Thing, thing: Thing): number | bigint | string | null {
  const value = thing[field]
  if (value === null) return null
  if (field === 'big') return BigInt(value)
  // In millionths.
  if (field === 'price') return BigInt(String(value).replace('.', ''))
  return typeof value === 'boolean' ? Number(value) : value
}
