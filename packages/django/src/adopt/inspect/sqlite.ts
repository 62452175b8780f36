import { existsSync, statSync } from 'node:fs'
import { type LibraryDatabase, sqliteLibrary } from '@turnpike/sql/node'
import { ConfigurationError } from 'turnpike'
import { applyChecks } from './checks.ts'
import type { Catalogue, CatalogueRow, Column, ForeignKey, Table } from './schema.ts'
import { columnType } from './types.ts'

/** Milliseconds to wait for a writer. */
const timeout = 5000

/**
 * Opens a file of SQLite for reading only.
 *
 * @throws ConfigurationError when it is not there, or is not a database.
 */
export function openSqliteCatalogue(path: string): Catalogue {
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new ConfigurationError(`The database sqlite:${path} does not exist. Correct its path.`)
  }
  const database = opened(path)
  return {
    dialect: 'sqlite',
    async rows(sql, parameters = []) {
      return database.prepare(sql).all([...parameters]) as CatalogueRow[]
    },
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    close: async () => database.close(),
  }
}

function opened(path: string): LibraryDatabase {
  try {
    const database = sqliteLibrary().open(path, { isReader: true, timeout })
    // A file is read only now.
    database.prepare('select count(*) from sqlite_schema').all([])
    return database
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const { message } = error as Error
    throw new ConfigurationError(`The database sqlite:${path} cannot be read: ${message}.`, {
      cause: error,
    })
  }
}

export async function sqliteTables(catalogue: Catalogue): Promise<Table[]> {
  const tables = await catalogue.rows(
    `select name, sql from sqlite_schema
     where type = 'table' and name not like 'sqlite\\_%' escape '\\' and sql not like 'create virtual %'
     order by name`,
  )
  const read: Table[] = []
  for (const { name, sql } of tables) {
    read.push(await sqliteTable(catalogue, String(name), String(sql)))
  }
  return read
}

async function sqliteTable({ rows }: Catalogue, name: string, definition: string): Promise<Table> {
  const infos = await rows(
    'select name, type, "notnull", dflt_value, pk from pragma_table_xinfo(?) where hidden = 0',
    [name],
  )
  const primaryKey = infos
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((one, other) => Number(one.pk) - Number(other.pk))
    .map(({ name }) => String(name))
  const foreignKeys = await sqliteForeignKeys(rows, name)
  // A key that refers to another table is that of its row: nothing counts it up.
  const isRowid = (info: CatalogueRow) =>
    primaryKey.length === 1 &&
    !foreignKeys.some(({ columns }) => columns.includes(String(info.name))) &&
    Number(info.pk) === 1 &&
    String(info.type).toLowerCase() === 'integer'

  const columns = infos.map(
    (info): Column => ({
      name: String(info.name),
      type: sqliteType(String(info.type)),
      isNullable: Number(info.notnull) === 0 && Number(info.pk) === 0,
      isGenerated: isRowid(info),
      hasDefault: info.dflt_value !== null,
    }),
  )

  return {
    name,
    ...applyChecks(columns, checkConstraints(definition)),
    primaryKey,
    uniques: await sqliteUniques(rows, name),
    foreignKeys,
  }
}

/** SQLite stores integers of 64 bits in every column; Django then has no limits either. */
function sqliteType(declared: string): Column['type'] {
  const type = columnType(declared)
  if (type.kind !== 'integer' || type.isBig) return type
  return { ...type, min: type.min === 0 ? 0 : null, max: null }
}

async function sqliteUniques(rows: Catalogue['rows'], table: string): Promise<string[][]> {
  const found = await rows(
    `select list.name as "index", info.name as "column"
     from pragma_index_list(?) as list join pragma_index_info(list.name) as info
     where list."unique" = 1 and list.origin <> 'pk' and list.partial = 0
     order by list.seq, info.seqno`,
    [table],
  )
  const indexes = Map.groupBy(found, ({ index }) => index)
  return [...indexes.values()]
    .filter((parts) => parts.every(({ column }) => column !== null))
    .map((parts) => parts.map(({ column }) => String(column)))
}

async function sqliteForeignKeys(rows: Catalogue['rows'], table: string): Promise<ForeignKey[]> {
  const found = await rows(
    'select id, "table", "from" as "column" from pragma_foreign_key_list(?) order by id, seq',
    [table],
  )
  return [...Map.groupBy(found, ({ id }) => id).values()].map((parts) => ({
    columns: parts.map(({ column }) => String(column)),
    table: String(parts[0]?.table),
  }))
}

/** The conditions of `check (…)` in the statement that made a table. */
function checkConstraints(sql: string): string[] {
  const found: string[] = []
  for (const { index, 0: text } of sql.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\bcheck\s*\(/gi)) {
    if (/^check/i.test(text)) found.push(parenthesized(sql, index + text.length))
  }
  return found
}

/** The text up to the parenthesis that closes one before it. */
function parenthesized(sql: string, start: number): string {
  const tokens = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g
  tokens.lastIndex = start
  let depth = 1
  for (let token = tokens.exec(sql); token !== null; token = tokens.exec(sql)) {
    if (token[0] === '(') depth++
    if (token[0] === ')') depth--
    if (depth === 0) return sql.slice(start, token.index).trim()
  }
  return sql.slice(start).trim()
}
