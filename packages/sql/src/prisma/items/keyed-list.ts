import { type Condition, ConfigurationError, type ItemSet, type Ordering } from 'turnpike'
import type { AnyDatabase, AnyQuery, AnyRow } from '../../kysely/database.ts'
import { kyselyItems } from '../../kysely/items/items.ts'
import { isSameTree } from '../../kysely/queries/same-tree.ts'
import { captured } from '../adapter/capture.ts'
import type { PrismaModel } from '../models/delegate.ts'
import type { Model } from '../models/model.ts'
import { keyedQuery, tableName } from './keyed-query.ts'
import type { KeyColumn } from './keys.ts'
import { momentColumns } from './moments.ts'
import { readStatement } from './statement.ts'

/** The rows of a `where` of Prisma, by their keys, as items of Kysely. */
export interface KeyedList {
  readonly items: ItemSet<AnyRow>
  readonly db: AnyDatabase
  /** The table, as Kysely names it: `public.ticket`. */
  readonly table: string
  /** How many values the `where` itself has. */
  readonly parameters: number
  /** The rows with keys of these that are in the list now and meet the condition, by columns. */
  meeting(rows: readonly AnyRow[], condition: Condition): Promise<readonly AnyRow[]>
}

export interface KeyedListOptions {
  readonly delegate: PrismaModel
  readonly model: Model
  readonly where: object | undefined
  readonly keys: readonly KeyColumn[]
  /** By the names of the columns. */
  readonly ordering: Ordering
  readonly textSearch: string
}

/**
 * Compiles the `where` with Prisma. An extension may change it by what it knows of a request: one
 * tenant's rows for this one, another's for the next. So with extensions, and in transactions, it
 * is compiled for each read, and what was made of it is used again only for the same statement.
 */
export function keyedList(options: KeyedListOptions): () => Promise<KeyedList> {
  const { model } = options
  let known: { readonly statement: CompiledWhere; readonly list: KeyedList } | undefined

  return async () => {
    if (known !== undefined && model.isOwn) return known.list
    const statement = await compiledWhere(options)
    if (known === undefined || !isSame(known.statement, statement)) {
      known = { statement, list: listOf(options, statement) }
    }
    return known.list
  }
}

async function compiledWhere({
  delegate,
  model,
  where,
  keys,
}: KeyedListOptions): Promise<CompiledWhere> {
  const select = Object.fromEntries(keys.map(({ field }) => [field, true]))
  const statements = await captured(async () =>
    delegate.findMany({ ...(where !== undefined && { where }), select }),
  )
  const [statement, ...others] = statements
  if (statement !== undefined && others.length === 0) {
    const { sql, args, database } = statement
    return { sql, parameters: args.map(smallest), db: database }
  }
  throw new ConfigurationError(
    statement === undefined
      ? `findMany of the model ${model.name} sends no statement, so that a list cannot be made of ` +
          'it: give the client the adapter of prismaAdapter(), and let its extensions call query().'
      : `findMany of the model ${model.name} sends ${others.length + 1} statements, but a list needs ` +
          'one: a where has too many values for one statement, or an extension reads something else. ' +
          'Read it before, or filter by a relation.',
  )
}

/** A `where` as Prisma compiled it, and the database that it would have read. */
interface CompiledWhere {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly db: AnyDatabase
}

/** A number, where it is exact, so that it equals one of a condition. */
const smallest = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

function listOf(options: KeyedListOptions, statement: CompiledWhere): KeyedList {
  const { model, keys, ordering, textSearch } = options
  const { db, parameters } = statement
  const columns = keys.map(({ column }) => column)
  const read = readStatement(statement, model.name)
  const moments = momentColumns(model).map(({ column }) => column)
  const selected = [...new Set([...columns, ...moments])]
  const query = keyedQuery(db, read, { keys: columns, selected }, ordering)
  const itemsOf = (rows: AnyQuery) =>
    kyselyItems(db.withoutPlugins(), rows, { key: columns, textSearch })
  return {
    items: itemsOf(query),
    meeting(rows, condition) {
      const withValues = (all: AnyQuery, column: string) =>
        all.where(column, 'in', [...new Set(rows.map((row) => row[column]))])
      const items = itemsOf(columns.reduce(withValues, query))
      return (items.where?.(condition) ?? items).slice(0, null)
    },
    db,
    table: tableName(db, read.table),
    parameters: parameters.length,
  }
}

const isSame = (one: CompiledWhere, other: CompiledWhere): boolean =>
  one.db === other.db && one.sql === other.sql && isSameTree(one.parameters, other.parameters)
