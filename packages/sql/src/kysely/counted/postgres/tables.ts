import { quotedName } from '../../tables/name.ts'
import { asOwner, type CountedLayout, levels } from './layout.ts'

/** The types and tables of the counts, empty. */
export function tablesSql(layout: CountedLayout): string[] {
  const { columns, orders, groups, own, delta, state } = layout
  const typeOf = (number: number) => {
    const { type, collation } = columns[number] as (typeof columns)[number]
    return collation === null ? type : `${type} collate ${collation}`
  }
  // A column that may be null only now would hide rows from the orders: such a write is refused.
  const declared = columns
    .map(({ isNullable }, number) => {
      return `c${number} ${typeOf(number)}${isNullable ? '' : ' not null'}, `
    })
    .join('')
  return [
    // The key is also for a publication of all tables, as below.
    `create table ${state} (id boolean primary key default true check (id),
      total bigint not null) with (fillfactor = 50)`,
    `create table ${delta} (${declared}
      n smallint not null) with (autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1)`,
    // A publication of all tables would otherwise refuse to let deltas be deleted.
    `alter table ${delta} replica identity full`,
    ...groups.flatMap((number, index) => [
      `create type ${own(`value${index}`)} as (k0 ${typeOf(number)})`,
      `create table ${own(`group${index}`)} (value ${own(`value${index}`)} primary key,
        n bigint not null) with (fillfactor = 70)`,
    ]),
    ...orders.flatMap((order, index) => {
      const { key, ranges } = layout.order(index)
      const parts = order.map((number, place) => `, k${place} ${typeOf(number)}`).join('')
      return [
        `create type ${key} as (edge smallint${parts})`,
        `create table ${ranges} (level smallint not null, lo ${key} not null, n int not null,
          primary key (level, lo)) with (fillfactor = 70)`,
      ]
    }),
  ]
}

/** Removes whatever counts a table, also what is left of it. */
export function dropSql(layout: CountedLayout): string[] {
  const { table, own, orders, groups } = layout
  const tables = ['state', 'delta', ...numbered('group', groups), ...numbered('ranges', orders)]
  const types = [...numbered('value', groups), ...numbered('key', orders)]
  const functions = [
    ...['inserted', 'deleted', 'updated', 'truncated', 'zero', 'may_read', 'count', 'fold'],
    ...['rebuild', 'verify', 'ignored', ...numbered('count', groups)],
    ...[
      'seek',
      'gather',
      'find',
      'page',
      'within',
      'cut',
      'split',
      'divide',
      'join',
      'apply',
      'drift',
    ].flatMap((name) => numbered(name, orders)),
  ]
  return [
    ...triggerNames.map((name) => `drop trigger if exists ${quotedName(name)} on ${table}`),
    ...functions.map((name) => `drop function if exists ${own(name)} cascade`),
    ...tables.map((name) => `drop table if exists ${own(name)} cascade`),
    ...types.map((name) => `drop type if exists ${own(name)} cascade`),
  ]
}

const numbered = (name: string, all: readonly unknown[]) => all.map((_, index) => `${name}${index}`)

/** Named alike on every table; the first one has the definition as its comment. */
export const triggerNames = [
  'turnpike_counted_insert',
  'turnpike_counted_delete',
  'turnpike_counted_update',
  'turnpike_counted_truncate',
]

/**
 * The triggers and their functions. Writers only append to the deltas, so that none waits for
 * another. An update of other columns costs nothing.
 */
export function writersSql(layout: CountedLayout): string[] {
  const { table, delta, columns, own } = layout
  const values = (row: string) => columns.map(({ name }) => `${row}${quotedName(name)}`).join(', ')
  const trigger = (name: string, body: string) =>
    `create function ${own(name)}() returns trigger language plpgsql ${asOwner}
      as $$ begin ${body}; return null; end $$`
  const sideTables = sideTablesOf(layout)
  return [
    trigger('inserted', `insert into ${delta} select ${values('')}, 1 from turnpike_new`),
    trigger('deleted', `insert into ${delta} select ${values('')}, -1 from turnpike_old`),
    trigger(
      'updated',
      `insert into ${delta} values (${values('old.')}, -1), (${values('new.')}, 1)`,
    ),
    zeroSql(layout),
    // TRUNCATE is seen by older snapshots too. They find no state then, and count the rows. An
    // earlier trigger of the application may have written rows already.
    trigger(
      'truncated',
      `truncate ${sideTables.join(', ')}; perform ${own('zero')}();
        insert into ${delta} select ${values('')}, 1 from ${table}`,
    ),
    `create trigger turnpike_counted_insert after insert on ${table}
      referencing new table as turnpike_new for each statement
      execute function ${own('inserted')}()`,
    `create trigger turnpike_counted_delete after delete on ${table}
      referencing old table as turnpike_old for each statement
      execute function ${own('deleted')}()`,
    `create trigger turnpike_counted_update after update on ${table} for each row
      when ((${values('old.')}) is distinct from (${values('new.')}))
      execute function ${own('updated')}()`,
    `create trigger turnpike_counted_truncate after truncate on ${table} for each statement
      execute function ${own('truncated')}()`,
    // Also for a session that switches triggers off, as replication does.
    ...triggerNames.map((name) => `alter table ${table} enable always trigger ${quotedName(name)}`),
    ...['inserted', 'deleted', 'updated', 'truncated', 'zero'].map((name) =>
      forOwnerOnly(`${own(name)}()`),
    ),
  ]
}

const sideTablesOf = ({ state, delta, groups, orders, own }: CountedLayout): string[] => [
  state,
  delta,
  ...groups.map((_, index) => own(`group${index}`)),
  ...orders.map((_, index) => own(`ranges${index}`)),
]

/** The trigger on each table of the counts that `guardSql` makes. */
export const guardName = 'turnpike_counted_ignore'

/** For functions that may write counts. */
export const mayCount = `set turnpike.counting = 'on'`

/**
 * Counts that others write are ignored: the rows of a restored dump fire the triggers and are
 * counted as they come, so that the counts of the dump would be added to them.
 */
export function guardSql(layout: CountedLayout): string[] {
  const ignored = `${layout.own('ignored')}()`
  return [
    `create function ${ignored} returns trigger language plpgsql as $$ begin return null; end $$`,
    forOwnerOnly(ignored),
    ...sideTablesOf(layout).flatMap((table) => [
      `create trigger ${guardName} before insert on ${table} for each row
        when (pg_trigger_depth() = 0
          and current_setting('turnpike.counting', true) is distinct from 'on')
        execute function ${ignored}`,
      `alter table ${table} enable always trigger ${guardName}`,
    ]),
  ]
}

/** The counts of an empty table: each order has one empty range on each level. */
function zeroSql(layout: CountedLayout): string {
  const { own, orders, state } = layout
  const empty = orders.map((_, index) => {
    const { ranges, first } = layout.order(index)
    return `insert into ${ranges} values ${levels.map((level) => `(${level}, ${first}, 0)`).join(', ')};`
  })
  return `create function ${own('zero')}() returns void language plpgsql
    set search_path = pg_catalog, pg_temp
    as $$ begin insert into ${state} (total) values (0); ${empty.join(' ')} end $$`
}

/** By default everybody may call a function. */
export const forOwnerOnly = (signature: string): string =>
  `revoke all on function ${signature} from public`
