import { sql } from 'kysely'
import type { AnyDatabase } from '../../database.ts'
import type { TableName } from '../../tables/name.ts'
import type { CountedSql, FoundCounters } from '../counted-sql.ts'
import { storedDefinitions } from '../stored.ts'
import { describeOnSqlite } from './describe.ts'
import { drop, fault, install, rebuild } from './install.ts'
import { count, isOnPage } from './reading.ts'
import { verify } from './verify.ts'

/** Counters that triggers on each row keep in place. */
export const sqliteCounted: CountedSql = {
  describe: describeOnSqlite,
  install,
  drop,
  rebuild,
  verify,
  fault,
  find,
  count,
  isOnPage,
}

/**
 * Differs when the schema has changed. A temporary table or view may hide the counted one, so there
 * must be none.
 */
const versionNow = sql<number>`(select schema_version
  + 4294967296 * exists (select 1 from sqlite_temp_schema) from pragma_schema_version)`

async function find(db: AnyDatabase, { schema, name }: TableName): Promise<FoundCounters | null> {
  if (schema !== undefined && schema.toLowerCase() !== 'main') return null
  const version = await readVersion(db)
  if (version >= 2 ** 32) return null
  const definitions = await storedDefinitions(db)
  const definition = definitions.find(({ table }) => table.toLowerCase() === name.toLowerCase())
  if (definition === undefined || (await fault(db, definition)) !== null) return null
  return (await readVersion(db)) === version ? { definition, versionNow, version } : null
}

async function readVersion(db: AnyDatabase): Promise<number> {
  const { rows } = await sql<{ version: number }>`select ${versionNow} as version`.execute(db)
  return Number(rows[0]?.version)
}
