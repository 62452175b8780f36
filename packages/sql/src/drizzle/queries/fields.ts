import { type Codecs, withCodec } from '../codecs.ts'
import {
  type Decoder,
  type DrizzleColumn,
  isColumn,
  isEntity,
  isTable,
  tableOf,
} from '../entities.ts'
import type { SqlDialect } from './select-query.ts'

/** A selected field of a query. */
export interface SelectedField {
  /** Where it is in a row: `['ticket', 'createdAt']`. */
  readonly path: readonly string[]
  /** Its name in orderings and conditions: `ticket.createdAt`. */
  readonly name: string
  /** The name of its column in the statement. */
  readonly column: string
  /** Its column in the schema; null if it is an expression. */
  readonly source: DrizzleColumn | null
  /** The fields that Drizzle selects. */
  readonly selected: object
  readonly decoder: Decoder
}

/** The fields of a selection, in Drizzle's order. */
export function fieldsOf(selection: object, { codecs }: SqlDialect): readonly SelectedField[] {
  const all = flattened(selection, [])
  const used = new Set<string>()
  return all.map(({ path, selected }, index) => {
    const name = path.join('.')
    const isFree = path.length === 1 && isPlainName.test(name) && !used.has(name.toLowerCase())
    const column = isFree ? name : `turnpikefield${index}`
    used.add(column.toLowerCase())
    const source = isColumn(selected) ? selected : null
    return { path, name, column, source, selected, decoder: decoderOf(selected, codecs) }
  })
}

/** A name that no database shortens. */
const isPlainName = /^[A-Za-z_]\w{0,62}$/

interface Flat {
  readonly path: readonly string[]
  readonly selected: object
}

function flattened(selection: object, outer: readonly string[]): Flat[] {
  return Object.entries(selection).flatMap(([name, selected]): Flat[] => {
    const path = [...outer, name]
    if (isSelectable(selected)) return [{ path, selected }]
    if (isTable(selected)) return flattened(tableOf(selected).columns, path)
    return typeof selected === 'object' && selected !== null ? flattened(selected, path) : []
  })
}

const isSelectable = (value: unknown): value is object =>
  ['Column', 'SQL', 'SQL.Aliased', 'Subquery'].some((kind) => isEntity(value, kind))

function decoderOf(selected: object, codecs: Codecs | undefined): Decoder {
  if (isColumn(selected)) return withCodec(selected, codecs)
  const own: unknown = Reflect.get(selected, 'decoder')
  if (isEntity(selected, 'SQL')) return withCodec(own as Decoder, codecs)
  const inner = isEntity(selected, 'Subquery')
    ? (selected as { _: { sql: { decoder: Decoder } } })._.sql
    : (selected as { sql: { decoder: Decoder } }).sql
  // Drizzle sets that of a subquery when it writes the statement.
  return {
    mapFromDriverValue: (value) => withCodec(inner.decoder, codecs).mapFromDriverValue(value),
  }
}
