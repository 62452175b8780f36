import type { Client } from 'pg'
import { importedPackage } from 'turnpike/kit'
import { applyChecks } from './checks.ts'
import { notAnswering } from './not-answering.ts'
import type { Catalogue, CatalogueRow, Column, Table } from './schema.ts'
import { columnType } from './types.ts'

/**
 * Connects to PostgreSQL, and begins a transaction that only reads.
 *
 * @throws ConfigurationError when it does not answer.
 */
export async function openPostgresCatalogue(url: URL): Promise<Catalogue> {
  const pg = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
  const client: Client = new pg.default.Client({
    connectionString: url.href,
    application_name: 'turnpike adopt',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
  })
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
  } catch (error) {
    await client.end().catch(() => {})
    throw notAnswering(error)
  }
  return {
    dialect: 'postgres',
    rows: async (sql, parameters = []) =>
      (await client.query<CatalogueRow>(sql, [...parameters])).rows,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    async close() {
      await client.query('rollback').catch(() => {})
      await client.end()
    },
  }
}

/** The tables of the first schema of the search path, where Django makes them. */
export async function postgresTables({ rows }: Catalogue): Promise<Table[]> {
  const columns = await rows(`
    select relname as "table", attname as "column", format_type(atttypid, atttypmod) as type,
      not attnotnull as "isNullable", attidentity <> '' or
        coalesce(pg_get_expr(adbin, adrelid) like 'nextval(%', false) as "isGenerated",
      adbin is not null as "hasDefault"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`)
  const constraints = await rows(`
    select class.relname as "table", contype::text as type, other.relname as "other",
      pg_get_expr(conbin, conrelid) as "check",
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = key.number order by place) as columns
    from pg_constraint join pg_class as class on class.oid = conrelid
    left join pg_class as other on other.oid = confrelid
    where class.relnamespace = current_schema()::regnamespace
    order by class.relname, conname`)
  const byTable = Map.groupBy(constraints, ({ table }) => table)

  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, columns]) => {
    const own = byTable.get(name) ?? []
    const ofType = (type: string) => own.filter((constraint) => constraint.type === type)
    const checks = ofType('c').map(({ check }) => String(check))
    return {
      name: String(name),
      ...applyChecks(columns.map(postgresColumn), checks),
      primaryKey: ofType('p').flatMap((constraint) => names(constraint.columns)),
      uniques: ofType('u').map((constraint) => names(constraint.columns)),
      foreignKeys: ofType('f').map(({ columns, other }) => ({
        columns: names(columns),
        table: String(other),
      })),
    }
  })
}

const names = (value: unknown) => value as readonly string[]

const postgresColumn = (column: CatalogueRow): Column => ({
  name: String(column.column),
  type: columnType(String(column.type)),
  isNullable: column.isNullable === true,
  isGenerated: column.isGenerated === true,
  hasDefault: column.hasDefault === true,
})
