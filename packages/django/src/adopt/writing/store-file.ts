import type { Dialect } from '../inspect/schema.ts'

/** The stores of the application: rows under the names of fields. */
export const storeFile = (dialect: Dialect): string =>
  dialect === 'mysql' ? mysqlStore : renamingStore

const types = `/** The columns of fields that have another name: \`{ owner: 'owner_id' }\`. */
type Columns<Row> = Readonly<Record<string, keyof Row & string>>

/** A row under the names of its fields: \`owner\` for \`owner_id\`. */
export type Renamed<Row, Names> = {
  [Column in keyof Row as FieldOf<Column, Names>]: Row[Column]
}

type FieldOf<Column, Names> = [Column] extends [Names[keyof Names]]
  ? { [Field in keyof Names]: Names[Field] extends Column ? Field : never }[keyof Names]
  : Column
`

const anyRow = `// biome-ignore lint/suspicious/noExplicitAny: the signature of the store says what a row is.
type AnyRow = any
`

const renaming = `/** Renames the members of an object. */
function renamer(names: ReadonlyMap<string, string>) {
  const nameOf = (name: string) => names.get(name) ?? name
  const rename = (row: object): AnyRow =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [nameOf(name), value]))
  return { nameOf, rename }
}
`

const renamingStore = `import { type KyselyStoreOptions, kyselyItems, kyselyStore } from '@turnpike/sql'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { type Condition, type ItemSet, ValidationError } from 'turnpike'
import type { TransactionalStore } from 'turnpike/kit'
import type { Tables } from './tables.ts'

${types}
${anyRow}
/**
 * The rows of a table as an item store, like \`kyselyStore\`, but with other names for some
 * columns: the foreign key \`owner_id\` is the field \`owner\`, as in Django REST framework.
 */
export function fieldStore<
  Name extends keyof Tables & string,
  const Names extends Columns<Tables[Name]>,
>(
  db: Kysely<Tables>,
  table: Name,
  { columns, key = 'id', ...options }: KyselyStoreOptions<string> & { columns: Names },
): TransactionalStore<
  Renamed<Selectable<Tables[Name]>, Names>,
  Renamed<Insertable<Tables[Name]>, Names>
> {
  const toColumns = renamer(new Map(Object.entries(columns)))
  const names = Object.entries(columns)
  const toFields = renamer(new Map(names.map(([field, column]) => [column, field])))
  const columnOf = toColumns.nameOf
  // The compiler cannot follow a table that is only known by its name.
  const any = db as Kysely<AnyRow>
  const store = kyselyStore(any, table, {
    ...options,
    key: typeof key === 'string' ? columnOf(key) : key.map(columnOf),
  })
  const fields = names.map(([field, column]) => \`\${column} as \${field}\`)
  const query = any.selectFrom(table).selectAll().select(fields)
  const items: ItemSet<AnyRow> = kyselyItems(any, query, { key })

  /** The errors of columns under the names of their fields. */
  const renamingErrors = async <Row>(write: Promise<Row>) =>
    write.catch((error: unknown) => {
      const isRenamed = error instanceof ValidationError && !Array.isArray(error.detail)
      throw isRenamed ? new ValidationError(toFields.rename(error.detail as object)) : error
    })

  return {
    items,
    ...(store.key && { key: typeof key === 'string' ? [key] : key }),
    async find(...texts) {
      const row = await store.find(...texts)
      return row === null ? null : toFields.rename(row)
    },
    async create(values) {
      return toFields.rename(await renamingErrors(store.create(toColumns.rename(values))))
    },
    async update(item, values) {
      const changed = store.update(toColumns.rename(item), toColumns.rename(values))
      const row = await renamingErrors(changed)
      return row === null ? null : toFields.rename(row)
    },
    destroy: (item) => store.destroy(toColumns.rename(item)),
    meets: async (item, condition) =>
      (await store.meets?.(toColumns.rename(item), ofColumns(condition, columnOf))) ?? false,
    transaction: (work) => store.transaction(work),
  }
}

/** A condition on columns, from one on fields. */
function ofColumns(condition: Condition, columnOf: (field: string) => string): Condition {
  if ('all' in condition) return { all: condition.all.map((part) => ofColumns(part, columnOf)) }
  if ('any' in condition) return { any: condition.any.map((part) => ofColumns(part, columnOf)) }
  if ('not' in condition) return { not: ofColumns(condition.not, columnOf) }
  return { ...condition, field: columnOf(condition.field) }
}

${renaming}`

const mysqlStore = `import { integerKey, type ReadKey } from '@turnpike/sql'
import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import {
  type Condition,
  Conflict,
  ErrorMessage,
  type ItemSet,
  type ItemStore,
  ValidationError,
} from 'turnpike'
import type { Tables } from './tables.ts'

${types}
export interface FieldStoreOptions<Names> {
  /** The field of the primary key, or its fields. Default \`id\`. */
  key?: string | readonly string[]
  /** Reads the key from a URL, or its fields by name. Default \`integerKey\`. */
  readKey?: ReadKey<number | string> | Readonly<Record<string, ReadKey<number | string>>>
  columns?: Names
}

${anyRow}
/**
 * The rows of a table of MySQL or MariaDB as an item store, with other names for some columns:
 * the foreign key \`owner_id\` is the field \`owner\`, as in Django REST framework. Lists have
 * pages by number and by offset, in the order of the key, and scopes of equal values; they have no
 * filters, searches and cursors.
 */
export function fieldStore<
  Name extends keyof Tables & string,
  const Names extends Columns<Tables[Name]> = Record<never, never>,
>(
  db: Kysely<Tables>,
  table: Name,
  { key = 'id', readKey = integerKey, columns }: FieldStoreOptions<Names> = {},
): ItemStore<Renamed<Selectable<Tables[Name]>, Names>, Renamed<Insertable<Tables[Name]>, Names>> {
  const names = Object.entries(columns ?? {})
  const toColumns = renamer(new Map(names))
  const toFields = renamer(new Map(names.map(([field, column]) => [column, field])))
  // The compiler cannot follow a table that is only known by its name.
  const any = db as Kysely<AnyRow>
  const name: string = table
  const keys = typeof key === 'string' ? [key] : key

  const meeting = (condition: Condition) => (eb: ExpressionBuilder<AnyRow, string>) =>
    expressionOf(eb, condition, toColumns.nameOf)

  const itemsBy = (ordering: readonly string[], scope: Condition = all): ItemSet<AnyRow> => ({
    async count() {
      const counted = any.selectFrom(name).where(meeting(scope))
      const query = counted.select(sql<number | string>\`count(*)\`.as('count'))
      return Number((await query.executeTakeFirstOrThrow()).count)
    },
    async slice(offset, limit) {
      let query = any.selectFrom(name).selectAll().where(meeting(scope))
      // The key last, so that equal rows have a place.
      for (const term of [...ordering, ...keys]) {
        const column = toColumns.nameOf(term.replace(/^-/, ''))
        query = query.orderBy(column, term.startsWith('-') ? 'desc' : 'asc')
      }
      // MySQL has no offset without a limit.
      query = query.limit(limit ?? Number.MAX_SAFE_INTEGER).offset(offset)
      const rows = await query.execute()
      return rows.map(toFields.rename)
    },
    orderBy: (other) => itemsBy(other, scope),
    where: (condition) => itemsBy(ordering, { all: [scope, condition] }),
  })

  const whereKey = (values: readonly unknown[]) => (eb: ExpressionBuilder<AnyRow, string>) =>
    eb.and(keys.map((field, index) => eb(toColumns.nameOf(field), '=', values[index])))

  const findBy = async (values: readonly unknown[]) => {
    const query = any.selectFrom(name).selectAll().where(whereKey(values))
    const row = await query.executeTakeFirst()
    return row === undefined ? null : toFields.rename(row)
  }

  const keyOf = (item: AnyRow) => keys.map((field) => item[field])

  const writing = async <Result>(write: Promise<Result>): Promise<Result> =>
    write.catch(async (error: unknown) => {
      throw (await refusalOf(any, table, error, toFields.nameOf)) ?? error
    })

  return {
    items: itemsBy([]),
    ...(keys.length > 1 && { key: keys }),

    async find(...texts) {
      const values = keys.map((field, index) => {
        const read = typeof readKey === 'function' ? readKey : (readKey[field] ?? integerKey)
        return read(texts[index] ?? '')
      })
      return values.includes(null) ? null : findBy(values)
    },

    async meets(item, condition) {
      const query = any
        .selectFrom(name)
        .select(sql\`1\`.as('found'))
        .where(whereKey(keyOf(item)))
      return (await query.where(meeting(condition)).executeTakeFirst()) !== undefined
    },

    async create(values) {
      const row = toColumns.rename(values as object)
      const inserted = await writing(any.insertInto(name).values(row).executeTakeFirstOrThrow())
      const made = { [String(keys[0])]: inserted.insertId, ...(values as object) }
      return findBy(keyOf(made))
    },

    async update(item, values) {
      const row = toColumns.rename(values)
      if (Object.keys(row).length > 0) {
        const isItem = whereKey(keyOf(item))
        await writing(any.updateTable(name).set(row).where(isItem).execute())
      }
      return findBy(keyOf({ ...item, ...values }))
    },

    async destroy(item) {
      const isItem = whereKey(keyOf(item))
      await writing(any.deleteFrom(name).where(isItem).execute())
    },
  }
}

/** Every row. */
const all: Condition = { all: [] }

/** A condition in SQL. Scopes compare with \`=\`: write other operators here when you need them. */
function expressionOf(
  eb: ExpressionBuilder<AnyRow, string>,
  condition: Condition,
  columnOf: (field: string) => string,
): Expression<SqlBool> {
  const parts = (conditions: readonly Condition[]) =>
    conditions.map((part) => expressionOf(eb, part, columnOf))
  if ('all' in condition) return eb.and(parts(condition.all))
  if ('any' in condition) return eb.or(parts(condition.any))
  if ('operator' in condition && condition.operator === '=') {
    return eb(columnOf(condition.field), '=', condition.value)
  }
  const operator = 'not' in condition ? 'not' : condition.operator
  throw new Error(\`src/store.ts compares with = only: write \${operator} in expressionOf.\`)
}

/** The answer when MySQL refuses a row; null if it is not the client's mistake. */
async function refusalOf(
  db: Kysely<AnyRow>,
  table: string,
  error: unknown,
  fieldOf: (column: string) => string,
): Promise<Error | null> {
  const { errno, sqlMessage = '' } = error as { errno?: number; sqlMessage?: string }
  const refuse = (column: string, text: string, code: string) =>
    new ValidationError({ [fieldOf(column)]: [new ErrorMessage(text, code)] })
  if (errno === 1062) {
    const [, index = ''] = /for key '(?:[^']*\\.)?(.+)'$/.exec(sqlMessage) ?? []
    const [column, ...others] = await columnsOfIndex(db, table, index)
    if (column === undefined) return new Conflict()
    if (others.length === 0) return refuse(column, 'This field must be unique.', 'unique')
    const names = [column, ...others].map(fieldOf).join(', ')
    const text = \`The fields \${names} must make a unique set.\`
    return new ValidationError({ non_field_errors: [new ErrorMessage(text, 'unique')] })
  }
  if (errno === 1452) {
    const column = /FOREIGN KEY \\(\`([^\`]+)\`\\)/.exec(sqlMessage)?.[1]
    const text = 'The referenced object does not exist.'
    return column === undefined ? new Conflict() : refuse(column, text, 'does_not_exist')
  }
  const [, column] = /(?:column|Column|Field) '([^']+)'/.exec(sqlMessage) ?? []
  if (column !== undefined && (errno === 1048 || errno === 1364)) {
    return refuse(column, 'This field may not be null.', 'null')
  }
  if (column !== undefined && [1264, 1292, 1366, 1406].includes(errno ?? 0)) {
    return refuse(column, 'This value does not fit the field.', 'invalid')
  }
  return [1451, 3819, 4025].includes(errno ?? 0) ? new Conflict() : null
}

/** The columns of a unique index. */
async function columnsOfIndex(
  db: Kysely<AnyRow>,
  table: string,
  index: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>\`
    select column_name as name from information_schema.statistics
    where table_schema = database() and table_name = \${table} and index_name = \${index}
    order by seq_in_index\`.execute(db)
  return rows.map(({ name }) => name)
}

${renaming}`
