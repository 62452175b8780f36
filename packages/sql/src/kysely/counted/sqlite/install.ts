import { sql } from 'kysely'
import type { AnyDatabase } from '../../database.ts'
import { quotedName } from '../../tables/name.ts'
import type { CountedDefinition } from '../definition.ts'
import { createGroup, createReplaced } from './columns.ts'
import { createCopy } from './copy.ts'
import { fill } from './fill.ts'
import { namesOf, text } from './names.ts'
import { createRanges } from './ranges.ts'
import { rowsOf, shapeOf } from './shape.ts'
import { triggersOf } from './triggers.ts'

/** Creates the counters and counts all rows. */
export async function install(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  const shape = await shapeOf(db, definition.table)
  await runAll(db, [
    ...tablesOf(definition),
    ...fill(definition),
    ...triggersOf(definition, shape?.uniqueKeys ?? []),
  ])
}

/** Removes whatever is left of the counters. */
export async function drop(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  const { total, group, order, uneven, copy, changed, replaced } = namesOf(definition)
  // A renamed table keeps its triggers, and `drop trigger` finds them by name alone.
  const triggers = await rowsOf<{ name: string }>(db, triggersSql(definition))
  await runAll(db, [
    ...triggers.map(({ name }) => `drop trigger if exists ${quotedName(name)}`),
    `drop view if exists ${changed}`,
    ...[total, copy, replaced].map((table) => `drop table if exists ${table}`),
    ...definition.groups.map((_, index) => `drop table if exists ${group(index)}`),
    ...definition.orders.flatMap((_, index) => [
      `drop view if exists ${uneven(index)}`,
      `drop table if exists ${order(index)}`,
    ]),
  ])
}

/** Counts again. The triggers are made for the table as it is now. */
export async function rebuild(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  await drop(db, definition)
  await install(db, definition)
}

const tablesOf = (definition: CountedDefinition): readonly string[] => [
  `create table ${namesOf(definition).total} (n integer not null)`,
  ...createCopy(definition),
  createReplaced(definition),
  ...definition.groups.map((_, index) => createGroup(definition, index)),
  ...definition.orders.flatMap((_, index) => createRanges(definition, index)),
]

const unquoted = (name: string) => name.slice(1, -1).replaceAll('""', '"')

/** The triggers on the counted table, and on the tables of its counters. */
const triggersSql = (definition: CountedDefinition): string => {
  const { trigger, order, uneven, copy, changed, replaced } = namesOf(definition)
  const names = [
    ...['before_insert', 'before_update', 'before_delete'],
    ...['insert', 'update', 'delete'],
  ].map(trigger)
  const ownTables = [
    copy,
    changed,
    replaced,
    ...definition.orders.flatMap((_, index) => [order(index), uneven(index)]),
  ]
  const among = (quoted: readonly string[]) => quoted.map((name) => text(unquoted(name))).join()
  return `select name, sql from main.sqlite_schema where type = 'trigger'
    and (name in (${among(names)}) or tbl_name in (${among(ownTables)})) order by name`
}

/** Why writers do not keep these counters; null if they do. */
export async function fault(
  db: AnyDatabase,
  definition: CountedDefinition,
): Promise<string | null> {
  const { table } = definition
  const shape = await shapeOf(db, table)
  if (shape === null || shape.table !== table) return `there is no table ${table}.`
  const tables = tablesOf(definition)
  const present = new Set(
    (
      await rowsOf<{ sql: string }>(
        db,
        "select sql from main.sqlite_schema where type in ('table', 'view')",
      )
    ).map(({ sql }) => normalised(sql)),
  )
  const isMissing = tables
    .filter((statement) => !statement.startsWith('create trigger'))
    .some((statement) => !present.has(normalised(statement)))
  if (isMissing) return 'tables of the counters are missing or were changed.'

  const found = (await rowsOf<{ sql: string }>(db, `${triggersSql(definition)}`)).map(({ sql }) =>
    normalised(sql),
  )
  const expected = [...tables, ...triggersOf(definition, shape.uniqueKeys)]
    .filter((statement) => statement.startsWith('create trigger'))
    .map(normalised)
  if (expected.every((trigger) => found.includes(trigger))) return lateTrigger(db, definition)
  return found.length < expected.length
    ? 'triggers are missing: the table was created again, or they were dropped.'
    : 'the table or its unique indexes have changed since it was counted.'
}

/**
 * SQLite fires the youngest trigger first. If it fails in an `insert or fail`, or raises `ignore`,
 * the row stays and no later trigger fires: the counters would miss it.
 */
async function lateTrigger(db: AnyDatabase, { table }: CountedDefinition): Promise<string | null> {
  const { trigger } = namesOf({ table })
  const own = ['insert', 'update', 'delete'].map((event) => text(unquoted(trigger(event))))
  const triggers = await rowsOf<{ name: string; sql: string }>(
    db,
    `select name, sql from main.sqlite_schema where type = 'trigger' and tbl_name = ${text(table)}
      collate nocase and rowid > (
        select min(rowid) from main.sqlite_schema where type = 'trigger' and name in (${own.join()}))
      and name not in (${own.join()})`,
  )
  const late = triggers.find(({ sql }) => /\bafter\b/i.test(sql.split(/\bbegin\b/i)[0] ?? ''))
  if (late === undefined) return null
  return `the trigger ${late.name} was made after the counters, and fires before theirs. Count the table again.`
}

/** SQLite writes the beginning of stored statements in its own way. */
const normalised = (statement: string): string =>
  statement.replace(/^create (table|view|trigger)/i, (words) => words.toLowerCase())

async function runAll(db: AnyDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
