import { postgresUrl, sqlitePath } from '@turnpike/sql/node'
import { ConfigurationError } from 'turnpike'
import { withoutPassword } from 'turnpike/kit'
import { mysqlTables, mysqlUrl, openMysqlCatalogue } from './mysql.ts'
import { openPostgresCatalogue, postgresTables } from './postgres.ts'
import type { Catalogue, DatabaseSchema, Dialect, Table } from './schema.ts'
import { openSqliteCatalogue, sqliteTables } from './sqlite.ts'

/**
 * Opens a database for reading only: `sqlite:db.sqlite3`, `postgres://…` or `mysql://…`.
 *
 * @throws ConfigurationError when the URL is another one, or the database does not answer.
 */
export async function openCatalogue(url: string): Promise<Catalogue> {
  const path = sqlitePath(url)
  if (path !== null) return openSqliteCatalogue(path)
  const postgres = parsedPostgresUrl(url)
  if (postgres !== null) return openPostgresCatalogue(postgres)
  const mysql = mysqlUrl(url)
  if (mysql !== null) return openMysqlCatalogue(mysql)
  throw new ConfigurationError(
    `The database URL ${withoutPassword(url)} is not supported. Write sqlite:db.sqlite3, ` +
      'postgres://user:password@host:5432/notes or mysql://user:password@host:3306/notes.',
  )
}

function parsedPostgresUrl(url: string): URL | null {
  try {
    return postgresUrl(url)
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error })
  }
}

/** The tables of a database. */
export const readSchema = async (catalogue: Catalogue): Promise<DatabaseSchema> => ({
  dialect: catalogue.dialect,
  tables: await tablesOf[catalogue.dialect](catalogue),
})

const tablesOf: Record<Dialect, (catalogue: Catalogue) => Promise<Table[]>> = {
  sqlite: sqliteTables,
  postgres: postgresTables,
  mysql: mysqlTables,
}
