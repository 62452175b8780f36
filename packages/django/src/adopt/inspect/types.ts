import type { ColumnType, IntegerType } from './schema.ts'

/**
 * The type of the values of a column, by its type in SQL: `varchar(100)`, `numeric(10,2)`,
 * `integer unsigned`. These are the types that Django's fields have.
 */
export function columnType(declared: string): ColumnType {
  const text = declared.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const name = text.replace(/ ?\([^)]*\)/, '').replace(/ (?:unsigned|signed|zerofill)\b.*$/, '')
  const sizes = (/\(([^)]*)\)/.exec(text)?.[1] ?? '')
    .split(',')
    .map((size) => Number.parseInt(size, 10))
  const size = Number.isInteger(sizes[0]) ? (sizes[0] as number) : null

  if (name === 'json' || name === 'jsonb') return { kind: 'json', isText: false }
  if (name === 'bool' || name === 'boolean' || text.startsWith('tinyint(1)')) {
    return { kind: 'boolean' }
  }
  const integer = integers.get(name)
  if (integer !== undefined) return / unsigned\b/.test(text) ? unsigned(integer) : integer
  if (name === 'decimal' || name === 'numeric') {
    return { kind: 'decimal', digits: size, places: size === null ? null : (sizes[1] ?? 0) }
  }
  if (name === 'char' && size === 32) return { kind: 'uuid', isText: true }
  if (name === 'uuid') return { kind: 'uuid', isText: false }
  if (texts.has(name)) return { kind: 'text', maxLength: size }
  return others.get(name) ?? { kind: 'other', name: text }
}

const integer = (bits: 8 | 16 | 24 | 32 | 64): IntegerType => ({
  kind: 'integer',
  isBig: bits === 64,
  min: bits === 64 ? null : -(2 ** (bits - 1)),
  max: bits === 64 ? null : 2 ** (bits - 1) - 1,
})

const unsigned = ({ isBig, max }: IntegerType): IntegerType => ({
  kind: 'integer',
  isBig,
  min: 0,
  max: max === null ? null : max * 2 + 1,
})

const integers: ReadonlyMap<string, IntegerType> = new Map([
  ['tinyint', integer(8)],
  ['smallint', integer(16)],
  ['int2', integer(16)],
  ['mediumint', integer(24)],
  ['integer', integer(32)],
  ['int', integer(32)],
  ['int4', integer(32)],
  ['bigint', integer(64)],
  ['int8', integer(64)],
])

const texts: ReadonlySet<string> = new Set([
  ...['char', 'character', 'bpchar', 'varchar', 'character varying', 'text', 'citext'],
  ...['tinytext', 'mediumtext', 'longtext'],
])

const others: ReadonlyMap<string, ColumnType> = new Map([
  ['real', { kind: 'float' }],
  ['float', { kind: 'float' }],
  ['double', { kind: 'float' }],
  ['double precision', { kind: 'float' }],
  ['date', { kind: 'date' }],
  ['datetime', { kind: 'datetime' }],
  ['timestamp', { kind: 'datetime' }],
  ['timestamp with time zone', { kind: 'datetime' }],
  ['time', { kind: 'time' }],
  ['time without time zone', { kind: 'time' }],
  ['inet', { kind: 'address' }],
])
