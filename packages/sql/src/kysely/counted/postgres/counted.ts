import { type RawBuilder, sql } from 'kysely'
import type { AnyDatabase } from '../../database.ts'
import { quoted, type TableName } from '../../tables/name.ts'
import type {
  CountedGroup,
  CountedPlace,
  CountedSql,
  Drift,
  FoundCounters,
} from '../counted-sql.ts'
import type { CountedDefinition } from '../definition.ts'
import { storedDefinitions } from '../stored.ts'
import { buildSql } from './build.ts'
import { describeOnPostgres, reasonNotToCount, tableOf } from './describe.ts'
import { foldSql } from './fold.ts'
import { layoutOf } from './layout.ts'
import { positionsSql } from './positions.ts'
import { readsSql } from './reads.ts'
import { dropSql, guardName, guardSql, tablesSql, triggerNames, writersSql } from './tables.ts'

/** Counters to which writers only append; a fold adds them up later. */
export const postgresCounted: CountedSql = {
  describe: describeOnPostgres,
  install,
  drop: (db, definition) => runAll(db, dropSql(layoutOf(definition))),
  rebuild,
  isOutdated,
  verify,
  fold,
  fault,
  find,
  count,
  isOnPage: (definition, place) =>
    sql`ctid = any((select places from ${pageOf(definition, place)})::tid[])`,
}

async function runAll(db: AnyDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function install(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  const layout = layoutOf(definition)
  await runAll(db, [
    // No row may come or go between the count and the triggers.
    `lock table ${layout.table} in share row exclusive mode`,
    ...tablesSql(layout),
    ...layout.orders.flatMap((_, index) => positionsSql(layout, layout.order(index))),
    ...readsSql(layout),
    ...foldSql(layout),
    ...buildSql(layout),
    ...writersSql(layout),
    ...guardSql(layout),
  ])
  await countAgain(db, definition)
}

/** Readers wait for it only if the counters have to be made again. */
async function rebuild(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  const isWhole = (await fault(db, definition)) === null && !(await isOutdated(db, definition))
  if (isWhole) return countAgain(db, definition)
  await runAll(db, dropSql(layoutOf(definition)))
  await install(db, definition)
}

/** Whether they are those of an earlier version, which counted restored rows twice. */
async function isOutdated(db: AnyDatabase, definition: CountedDefinition): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_catalog.pg_trigger t
    where t.tgrelid = to_regclass(${layoutOf(definition).state})
      and t.tgname = ${guardName}`.execute(db)
  return rows.length === 0
}

async function countAgain(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  await sql`select ${sql.raw(layoutOf(definition).own('rebuild'))}()`.execute(db)
}

async function verify(db: AnyDatabase, definition: CountedDefinition): Promise<readonly Drift[]> {
  const { rows } = await sql<{ what: string; place: string | null; kept: string; found: string }>`
    select what, place, kept::text as kept, counted::text as found
      from ${sql.raw(layoutOf(definition).own('verify'))}()`.execute(db)
  return rows.map(({ what, place, kept, found }) => ({
    what: place === null ? what : `${what} at ${place}`,
    kept,
    found,
  }))
}

/** Maximum number of deltas of one step, which takes about a fifth of a second. */
export const fullStep = 5000

/** Folds at most a full step. @returns how many deltas; -1 when another process is at it. */
export async function foldStep(db: AnyDatabase, definition: CountedDefinition): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select ${sql.raw(layoutOf(definition).own('fold'))}(${fullStep}) as folded`.execute(db)
  return Number(rows[0]?.folded)
}

/** Folds all that is there. */
async function fold(db: AnyDatabase, definition: CountedDefinition): Promise<number> {
  let sum = 0
  for (let folded = fullStep; folded === fullStep; sum += Math.max(0, folded)) {
    folded = await foldStep(db, definition)
  }
  return sum
}

/** Does nothing, with a warning of PostgreSQL, when the role is not the owner. */
export async function vacuumDeltas(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  await sql.raw(`vacuum ${layoutOf(definition).delta}`).execute(db)
}

async function fault(db: AnyDatabase, definition: CountedDefinition): Promise<string | null> {
  const { schema, table: name } = definition
  const table = await tableOf(db, { schema, name })
  if (table === null) return `there is no table ${name}.`
  const reason = reasonNotToCount(table)
  if (reason !== null) return reason

  const { own } = layoutOf(definition)
  const functions = ['inserted', 'deleted', 'updated', 'truncated'].map(own)
  const { rows } = await sql<{ name: string }>`
    select t.tgname as name from pg_catalog.pg_trigger t
    where t.tgrelid = ${table.oid} and t.tgenabled = 'A' and t.tgname in (${sql.join(triggerNames)})
      and t.tgfoid in (${sql.join(functions.map((one) => sql`to_regprocedure(${`${one}()`})`))})
    `.execute(db)
  if (rows.length < triggerNames.length) {
    return 'triggers are missing: the table was created again, or they were dropped or disabled.'
  }
  const columns = await sql<{ name: string; required: boolean }>`
    select a.attname as name, a.attnotnull as required from pg_catalog.pg_attribute a
    where a.attrelid = ${table.oid} and a.attnum > 0 and not a.attisdropped`.execute(db)
  const required = new Map(columns.rows.map((column) => [column.name, column.required]))
  const all = [...definition.orders.flat(), ...definition.groups]
  const missing = all.find(({ name }) => !required.has(name))
  if (missing !== undefined) return `there is no column ${missing.name} now, so writes fail.`
  const loose = all.find(({ name, isNullable }) => !isNullable && required.get(name) !== true)
  return loose === undefined ? null : `the column ${loose.name} may be null now.`
}

async function find(db: AnyDatabase, name: TableName): Promise<FoundCounters | null> {
  const definitions = await storedDefinitions(db)
  if (definitions.length === 0) return null
  const table = await tableOf(db, name)
  const definition = definitions.find(
    (one) => one.schema === table?.schema && one.table === table?.table,
  )
  if (table === null || definition === undefined) return null
  if ((await fault(db, definition)) !== null) return null
  const now = tableNow(definition, name)
  return {
    definition,
    versionNow: keptNow(definition, now),
    tableNow: now,
    version: `${table.oid}`,
  }
}

/**
 * Which table a statement reads under this name, if its counters are complete. Another schema may
 * come first in the search path, as with one schema per tenant; a temporary table may hide it; or a
 * migration may have put another table in its place.
 */
const tableNow = (definition: CountedDefinition, name: TableName) => sql<string>`(
  select c.oid::text from pg_catalog.pg_class c
  where c.oid = to_regclass(${sql.lit(quoted(name))})
    and c.oid = to_regclass(${sql.lit(layoutOf(definition).table)})
    and not c.relispartition and not c.relrowsecurity
    and not exists (select from pg_catalog.pg_inherits i where i.inhrelid = c.oid)
    and not exists (select from pg_catalog.pg_inherits i where i.inhparent = c.oid))`

/** The same, or null if a trigger was dropped or switched off meanwhile. */
const keptNow = (definition: CountedDefinition, now: RawBuilder<string>) => sql<string>`(
  select case when count(*) = ${sql.lit(triggerNames.length)} then ${now} end
  from pg_catalog.pg_trigger t
  where t.tgrelid = to_regclass(${sql.lit(layoutOf(definition).table)}) and t.tgenabled = 'A'
    and t.tgname in (${sql.join(triggerNames.map((one) => sql.lit(one)))}))`

function count(definition: CountedDefinition, group: CountedGroup | null): RawBuilder<string> {
  const { own } = layoutOf(definition)
  if (group === null) return sql`${sql.raw(own('count'))}()`
  const index = definition.groups.findIndex(({ name }) => name === group.column)
  return sql`${sql.raw(own(`count${index}`))}(${groupValue(definition, group)})`
}

const groupValue = (definition: CountedDefinition, { column, value }: CountedGroup) => {
  const type = definition.groups.find(({ name }) => name === column)?.type ?? 'text'
  return sql`${value}::${sql.raw(type)}`
}

/** The call of the function that finds a page. Its row has the total and the places of the rows. */
export function pageOf(
  definition: CountedDefinition,
  { order, reversed, group, offset, limit }: CountedPlace,
): RawBuilder<unknown> {
  const { own } = layoutOf(definition).order(order)
  const window = sql`${offset}::bigint, ${limit}::bigint, ${sql.raw(`${reversed}`)}`
  if (group === null) return sql`${sql.raw(own('page'))}(${window})`
  return sql`${sql.raw(own('within'))}(${groupValue(definition, group)}, ${window})`
}
