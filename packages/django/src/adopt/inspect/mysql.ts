import type { Connection } from 'mysql2/promise'
import { ConfigurationError } from 'turnpike'
import { importedPackage, withoutPassword } from 'turnpike/kit'
import { applyChecks } from './checks.ts'
import { notAnswering } from './not-answering.ts'
import type { Catalogue, CatalogueRow, Column, ForeignKey, Table } from './schema.ts'
import { columnType } from './types.ts'

/**
 * The URL of a MySQL or MariaDB database; null for other databases.
 *
 * @throws ConfigurationError when it cannot be parsed, or names no database.
 */
export function mysqlUrl(text: string): URL | null {
  if (!/^(?:mysql|mariadb):\/\//.test(text)) return null
  const url = URL.parse(text.replace(/^mariadb:/, 'mysql:'))
  if (url === null || url.pathname.length < 2) {
    throw new ConfigurationError(
      `The database URL ${withoutPassword(text)} cannot be parsed. Write ` +
        'mysql://user:password@host:3306/notes, with special characters percent-encoded: ' +
        '%2F for /, %40 for @.',
    )
  }
  return url
}

/**
 * Connects to MySQL or MariaDB, and begins a transaction that only reads.
 *
 * @throws ConfigurationError when it does not answer.
 */
export async function openMysqlCatalogue(url: URL): Promise<Catalogue> {
  const mysql = await importedPackage(import('mysql2/promise'), 'mysql2@3', 'MySQL')
  let connection: Connection
  try {
    connection = await mysql.createConnection({ uri: url.href, connectTimeout: 10_000 })
  } catch (error) {
    throw notAnswering(error)
  }
  connection.on('error', () => {})
  await connection.query('start transaction read only')
  return {
    dialect: 'mysql',
    async rows(sql, parameters = []) {
      const [rows] = await connection.query({ sql, timeout: 60_000 }, [...parameters])
      return rows as CatalogueRow[]
    },
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    async close() {
      await connection.query('rollback').catch(() => {})
      await connection.end()
    },
  }
}

/** The names are given, because MySQL and MariaDB write those of the catalogue differently. */
export async function mysqlTables({ rows }: Catalogue): Promise<Table[]> {
  const columns = await rows(`
    select c.table_name as \`table\`, c.column_name as \`column\`, c.column_type as type,
      c.is_nullable as isNullable, c.extra as extra, c.column_default as preset
    from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = database() and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`)
  const keys = await rows(`
    select k.table_name as \`table\`, k.constraint_name as name, c.constraint_type as type,
      k.column_name as \`column\`, k.referenced_table_name as other
    from information_schema.key_column_usage k join information_schema.table_constraints c
      on c.constraint_schema = k.constraint_schema and c.table_name = k.table_name
        and c.constraint_name = k.constraint_name
    where k.table_schema = database()
    order by k.table_name, k.constraint_name, k.ordinal_position`)
  const checks = await checkConstraints(rows)
  const keysOf = Map.groupBy(keys, ({ table }) => table)
  const checksOf = Map.groupBy(checks, ({ table }) => table)

  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, columns]) => {
    const constraints = [...Map.groupBy(keysOf.get(name) ?? [], (key) => key.name).values()].map(
      (parts) => ({
        type: String(parts[0]?.type),
        columns: parts.map(({ column }) => String(column)),
        other: String(parts[0]?.other),
      }),
    )
    const ofType = (type: string) => constraints.filter((constraint) => constraint.type === type)
    const own = (checksOf.get(name) ?? []).map(({ condition }) => String(condition))
    return {
      name: String(name),
      ...applyChecks(columns.map(mysqlColumn), own),
      primaryKey: ofType('PRIMARY KEY').flatMap(({ columns }) => columns),
      uniques: ofType('UNIQUE').map(({ columns }) => columns),
      foreignKeys: ofType('FOREIGN KEY').map(
        ({ columns, other }): ForeignKey => ({ columns, table: other }),
      ),
    }
  })
}

/** MySQL before 8.0.16 has none, and no table of them. */
async function checkConstraints(rows: Catalogue['rows']): Promise<readonly CatalogueRow[]> {
  const known = await rows(`
    select column_name as name from information_schema.columns
    where table_schema = 'information_schema' and table_name = 'CHECK_CONSTRAINTS'`)
  if (known.length === 0) return []
  // On MariaDB a check of one table may have the name of that of another.
  const hasTable = known.some(({ name }) => String(name).toLowerCase() === 'table_name')
  return rows(`
    select ${hasTable ? 'c' : 't'}.table_name as \`table\`, c.check_clause as \`condition\`
    from information_schema.check_constraints c
    ${
      hasTable
        ? ''
        : `join information_schema.table_constraints t on t.constraint_type = 'CHECK' and
      t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name`
    }
    where c.constraint_schema = database()`)
}

function mysqlColumn(column: CatalogueRow): Column {
  const isGenerated = /auto_increment/i.test(String(column.extra))
  return {
    name: String(column.column),
    type: columnType(String(column.type)),
    isNullable: column.isNullable === 'YES',
    isGenerated,
    hasDefault: isGenerated || (column.preset !== null && column.preset !== 'NULL'),
  }
}
