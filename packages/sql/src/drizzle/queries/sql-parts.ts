import {
  ColumnNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  TableNode,
  ValueNode,
} from 'kysely'
import { ConfigurationError } from 'turnpike'
import { type Encoder, encoded } from '../codecs.ts'
import { type DrizzleColumn, isColumn, isEntity, tableOf } from '../entities.ts'
import type { Sql, SqlDialect } from './select-query.ts'

/**
 * Drizzle's SQL as a raw node whose columns and values are operands. SQL that has anything else,
 * such as a subquery, is written by Drizzle, and only its values are operands.
 */
export function rawNode(sql: unknown, dialect: SqlDialect): RawNode {
  const parts = new Parts(dialect)
  if (parts.add(sql)) return RawNode.create(parts.fragments, parts.operands)
  return writtenByDrizzle(sqlOf(sql), dialect)
}

/** The parts of the SQL without empty texts; SQL that only contains other SQL is that one. */
export function chunksOf(sql: unknown): readonly unknown[] {
  if (!isSql(sql)) return [sql]
  const chunks = sql.queryChunks.filter((chunk) => chunk !== undefined && textOf(chunk) !== '')
  const [only] = chunks
  return chunks.length === 1 && isSql(only) ? chunksOf(only) : chunks
}

export const isSql = (value: unknown): value is Sql => isEntity(value, 'SQL')

/** Null if it is not a text. */
export const textOf = (chunk: unknown): string | null =>
  isEntity(chunk, 'StringChunk') ? [Reflect.get(chunk, 'value')].flat().join('') : null

/** The name of a column in the database. */
export const nameOfColumn = (column: DrizzleColumn, { casing }: SqlDialect): string =>
  casing?.getColumnCasing(column) ?? column.name

/** The column with its table, as Drizzle writes it. */
export function columnNode(column: DrizzleColumn, dialect: SqlDialect): ReferenceNode {
  const { name, schema, isAlias } = tableOf(column.table)
  const table =
    schema === undefined || isAlias
      ? TableNode.create(name)
      : TableNode.createWithSchema(schema, name)
  return ReferenceNode.create(ColumnNode.create(nameOfColumn(column, dialect)), table)
}

/** A value in the form of the driver, or SQL that a column of the application's own type writes. */
export function driverValue(chunk: unknown, { codecs }: SqlDialect): unknown {
  if (isEntity(chunk, 'Placeholder')) throw placeholder()
  if (!isEntity(chunk, 'Param')) return chunk
  const { value, encoder } = chunk as { value: unknown; encoder: Encoder }
  if (isEntity(value, 'Placeholder')) throw placeholder()
  return value === null ? null : encoded(encoder, value, codecs)
}

/** Whether the chunk is a value, and not a part of the statement. */
export const isValue = (chunk: unknown): boolean =>
  isEntity(chunk, 'Param') || isEntity(chunk, 'Placeholder') || !isPart(chunk)

const isPart = (chunk: unknown): boolean =>
  chunk === undefined ||
  Array.isArray(chunk) ||
  typeof chunk === 'function' ||
  (typeof chunk === 'object' && chunk !== null && isOfDrizzle(chunk))

const isOfDrizzle = (chunk: object): boolean =>
  Symbol.for('drizzle:entityKind') in (Object.getPrototypeOf(chunk)?.constructor ?? {}) ||
  typeof Reflect.get(chunk, 'getSQL') === 'function'

class Parts {
  readonly fragments: string[] = ['']
  readonly operands: OperationNode[] = []
  readonly #dialect: SqlDialect

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect
  }

  /** @returns false for what only Drizzle can write. */
  add(chunk: unknown): boolean {
    if (chunk === undefined) return true
    const text = textOf(chunk)
    if (text !== null) return this.#text(text)
    if (isSql(chunk))
      return !chunk.shouldInlineParams && chunk.queryChunks.every((one) => this.add(one))
    if (isColumn(chunk)) return this.#operand(columnNode(chunk, this.#dialect))
    if (Array.isArray(chunk)) return this.#list(chunk)
    if (!isValue(chunk)) return false
    const value = driverValue(chunk, this.#dialect)
    return isSql(value) ? this.add(value) : this.#operand(ValueNode.create(value))
  }

  #list(chunks: readonly unknown[]): boolean {
    this.#text('(')
    const areAdded = chunks.every((chunk, index) => {
      if (index > 0) this.#text(', ')
      return this.add(chunk)
    })
    return areAdded && this.#text(')')
  }

  #text(text: string): true {
    this.fragments[this.fragments.length - 1] += text
    return true
  }

  #operand(node: OperationNode): true {
    this.operands.push(node)
    this.fragments.push('')
    return true
  }
}

/** The place of a value: no SQL has this character. */
const place = '\0'

/** The SQL with the text that Drizzle writes. */
export function writtenByDrizzle(sql: Sql, dialect: SqlDialect): RawNode {
  const { sql: text, params } = sql.toQuery({
    casing: dialect.casing,
    codecs: dialect.codecs,
    escapeName: dialect.escapeName,
    escapeString: dialect.escapeString,
    escapeParam: () => place,
  })
  return RawNode.create(
    text.split(place),
    params.map((value) => ValueNode.create(driverValue(value, dialect))),
  )
}

/** A part that Drizzle takes for SQL: `sql`, a subquery, another select query. */
const sqlOf = (part: unknown): Sql =>
  isSql(part) ? part : ((part as { getSQL(): Sql }).getSQL() as Sql)

const placeholder = () =>
  new ConfigurationError(
    'The query of a list has a sql.placeholder(), which has no value: put the value into the ' +
      'query, and make the list for each request.',
  )
