import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { isCopied } from './columns.ts'
import { keyParts, levels, listed, maxRows, namesOf } from './names.ts'
import { rowsFrom } from './walk.ts'

/** The names in the statements on the ranges of one order. */
export function rangeNames(definition: CountedDefinition, index: number) {
  const order = definition.orders[index] as readonly CountedColumn[]
  const parts = keyParts(order)
  const names = parts.map(({ name }) => name)
  return {
    order,
    parts,
    ranges: namesOf(definition).order(index),
    uneven: namesOf(definition).uneven(index),
    keys: listed(names),
    /** The key of the range `row`. */
    keyOf: (row: string) => listed(names.map((name) => `${row}.${name}`)),
    /** The same to compare with: only without affinity all columns of an index are used. */
    boundOfRange: (row: string) => listed(names.map((name) => `+${row}.${name}`)),
    descending: listed(names.map((name) => `${name} desc`)),
  }
}

/** Statements that add a row to the ranges, or take it off. @param row `new` or `old`. */
export function countInRanges(
  definition: CountedDefinition,
  index: number,
  row: string,
  change: '+ 1' | '- 1',
  when = 'true',
): string[] {
  const { parts, ranges, keys, descending } = rangeNames(definition, index)
  const key = listed(parts.map(({ of }) => of(row)))
  return levels.map(
    (level) => `update ${ranges} set n = n ${change} where ${when} and (level, ${keys}) = (
      select level, ${keys} from ${ranges} where level = ${level} and (${keys}) <= (${key})
      order by ${descending} limit 1);`,
  )
}

/** The table of the ranges of an order, with the triggers that split and join them. */
export function createRanges(definition: CountedDefinition, index: number): string[] {
  const { parts, ranges, keys, uneven } = rangeNames(definition, index)
  const columns = parts.map(
    ({ name, type, collation }) =>
      `${name} ${type} not null${collation === null ? '' : ` collate ${collation}`}`,
  )
  return [
    `create table ${ranges} (level integer not null, ${listed(columns)}, n integer not null,
      primary key (level, ${keys})) without rowid`,
    `create view ${uneven} as select level, ${keys}, n from ${ranges}`,
    unevenTrigger(definition, index),
    ...levels.map((level) => splitTrigger(definition, index, level)),
    joinTrigger(definition, index),
  ]
}

/**
 * Hands ranges of too many or too few rows to the triggers of a view. SQLite prepares space for all
 * of a trigger even if its condition is false, so the one on every change must be small.
 */
function unevenTrigger(definition: CountedDefinition, index: number): string {
  const { ranges, uneven, keys, keyOf } = rangeNames(definition, index)
  const conditions = levels.map((level) => {
    const max = maxRows(definition, level)
    return `when ${level} then new.n > ${max} or (new.n < old.n and new.n <= ${fewRows(max)})`
  })
  return `create trigger ${namesOf(definition).trigger(`order_${index + 1}_changed`)}
    after update of n on ${ranges} when case new.level ${conditions.join(' ')} end begin
      insert into ${uneven} (level, ${keys}, n) values (new.level, ${keyOf('new')}, new.n);
    end`
}

/** Ranges of so many rows are joined with others. */
const fewRows = (max: number): number => Math.floor(max / 4)

/**
 * Splits a range of too many rows in the middle. It is not split if its rows are not the ones that
 * are counted: a trigger of the application or a foreign key may write while another row is not
 * counted yet. The next row tries again.
 */
function splitTrigger(definition: CountedDefinition, index: number, level: number): string {
  const { ranges, uneven, keys, boundOfRange } = rangeNames(definition, index)
  const max = maxRows(definition, level)
  const next = `(select ${keys} from ${ranges} where level = ${level} and (${keys}) > (${boundOfRange('new')})
    order by ${keys} limit 1)`
  const isBelowNext = (key: string) => `(not exists ${next} or (${key}) < ${next})`
  const upper = level === 1 ? upperRows : upperRanges
  return `create trigger ${namesOf(definition).trigger(`order_${index + 1}_split_${level}`)}
    instead of insert on ${uneven} when new.level = ${level} and new.n > ${max} begin
      insert into ${ranges} (level, ${keys}, n) ${upper(definition, index, { level, isBelowNext })};
      update ${ranges} set n = new.n - (
        select n from ${ranges} where level = ${level} and (${keys}) > (${boundOfRange('new')})
        order by ${keys} limit 1)
      where level = ${level} and (${keys}) = (${boundOfRange('new')}) and changes() = 1;
    end`
}

interface Upper {
  readonly level: number
  isBelowNext(key: string): string
}

/** The upper half of a range of rows. */
function upperRows(definition: CountedDefinition, index: number, { isBelowNext }: Upper): string {
  const { order, parts, keys } = rangeNames(definition, index)
  const half = Math.floor(maxRows(definition, 1) / 2)
  const rows = rowsFrom(definition, order, {
    range: 'new',
    limit: 'new.n + 1',
    selected: listed([
      ...parts.map(({ name, of }) => `${of('row')} as ${name}`),
      `${isCopied(definition, 'row', order)} as copied`,
    ]),
  })
  return `select 1, ${keys}, new.n - ${half} from (${rows})
    where (select count(*) = new.n and sum(copied) = new.n from (${rows}) where ${isBelowNext(keys)})
    limit 1 offset ${half}`
}

/** The upper half of the ranges in a range of ranges. */
function upperRanges(
  definition: CountedDefinition,
  index: number,
  { level, isBelowNext }: Upper,
): string {
  const { ranges, keys, keyOf, boundOfRange } = rangeNames(definition, index)
  const inside = `from ${ranges} where level = ${level - 1} and (${keys}) > (${boundOfRange('new')})
    and ${isBelowNext(keys)}`
  return `select ${level}, ${keyOf('middle')}, (
      select sum(n) from ${ranges} where level = ${level - 1} and (${keys}) >= (${boundOfRange('middle')})
      and ${isBelowNext(keys)})
    from (select ${keys} ${inside} order by ${keys} limit 1 offset (
      select (count(*) - 1) / 2 ${inside})) as middle`
}

/**
 * Joins a range of few rows with the one after it, or the one before. Each bound of a range is also
 * one of the level below, so a range stays as long as the level above has its bound.
 */
function joinTrigger(definition: CountedDefinition, index: number): string {
  const { ranges, uneven, keys, keyOf, boundOfRange } = rangeNames(definition, index)
  const ofLevel = (size: (max: number) => number) =>
    `case new.level ${levels
      .map((level) => `when ${level} then ${size(maxRows(definition, level))}`)
      .join(' ')} end`
  const few = ofLevel(fewRows)
  const fit = ofLevel((max) => Math.floor((max * 3) / 4))
  const neighbour = (selected: string, operator: string, direction: string) =>
    `(select ${selected} from ${ranges} where level = new.level and (${keys}) ${operator} (${boundOfRange('new')})
      order by ${listed(keys.split(', ').map((key) => `${key} ${direction}`))} limit 1)`
  const next = (selected: string) => neighbour(selected, '>', 'asc')
  const previous = (selected: string) => neighbour(selected, '<', 'desc')
  const itself = `level = new.level and (${keys}) = (${boundOfRange('new')})`
  const isBound = (key: string) =>
    `exists (select 1 from ${ranges} where level = new.level + 1 and (${keys}) = ${key})`
  return `create trigger ${namesOf(definition).trigger(`order_${index + 1}_join`)}
    instead of insert on ${uneven} when new.n <= ${few} begin
      update ${ranges} set n = n + ${next('n')}
        where ${itself} and n + ${next('n')} <= ${fit} and not ${isBound(next(keys))};
      delete from ${ranges} where changes() = 1
        and level = new.level and (${keys}) = ${next(keys)};
      update ${ranges} set n = n + new.n
        where level = new.level and (${keys}) = ${previous(keys)} and n + new.n <= ${fit}
        and (select n from ${ranges} where ${itself}) = new.n and not ${isBound(`(${keyOf('new')})`)};
      delete from ${ranges} where changes() = 1 and ${itself};
    end`
}
