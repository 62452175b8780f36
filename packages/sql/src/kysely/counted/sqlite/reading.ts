import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { quotedName } from '../../tables/name.ts'
import type { CountedGroup, CountedPlace } from '../counted-sql.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { levels, listed, namesOf } from './names.ts'
import { rangeNames } from './ranges.ts'
import { partsBeyond, rowsFrom } from './walk.ts'

/** The number of rows. */
export function count(
  definition: CountedDefinition,
  group: CountedGroup | null,
): RawBuilder<number> {
  const { total, group: table } = namesOf(definition)
  if (group === null) return sql.raw(`(select n from ${total})`)
  const index = definition.groups.findIndex(({ name }) => name === group.column)
  return sql`ifnull((select n from ${sql.raw(table(index))} where value = ${group.value}), 0)`
}

/**
 * Whether a row is on a page. The rows are numbered in the order, from the first of all: `low` is
 * the number of the page's first row, or, if the list is reversed, of its last one. The range with
 * this row is found level by level.
 *
 * SQLite copies a named subquery wherever it is named, so each is named as rarely as possible.
 */
export function isOnPage(
  definition: CountedDefinition,
  { order: index, reversed, group, offset, limit }: CountedPlace,
  key: readonly Expression<unknown>[],
): RawBuilder<SqlBool> {
  const { order } = rangeNames(definition, index)
  const rows = rowsFrom(definition, order, {
    range: 'range1',
    isTable: true,
    selected: listed(definition.key.map(({ name }) => `row.${quotedName(name)}`)),
    limit: 'ifnull((select size from range1), 0)',
    offset: 'ifnull((select low - before from range1), 0)',
  })
  const before = group === null ? null : rowsBefore(definition, index, group)
  return sql`${key.length === 1 ? key[0] : sql`(${sql.join(key)})`} in (with
    wanted as materialized (
      select ${offset} as start, ${limit} as size, ${count(definition, group)} as total),
    ${before === null ? sql`` : sql`${before},`}
    page as materialized (
      select ${sql.raw(before === null ? '' : 'first + ')}
          ${sql.raw(reversed ? 'max(0, total - start - size)' : 'start')} as low,
        max(0, min(size, total - start)) as size
      from wanted${sql.raw(before === null ? '' : ', rows_before')}),
    ${sql.raw(
      levels
        .toReversed()
        .map((level) => rangeAt(definition, index, level))
        .join(),
    )}
    ${sql.raw(rows)})`
}

/**
 * The range of the level with row number `low`. Only the ranges inside the one above are read: all
 * of them are as many as the table is long. So each has the bound of the next one of its level,
 * null for the last, and that of the last range inside it.
 */
function rangeAt(definition: CountedDefinition, index: number, level: number): string {
  const { parts, ranges, keys, descending, keyOf, boundOfRange } = rangeNames(definition, index)
  const isTop = level === levels.length
  const above = isTop ? 'page' : `range${level + 1}`
  const names = parts.map(({ name }) => name)
  const each = (write: (name: string) => string) => listed(names.map(write))
  const nextBound = each((name) => `next_${name}`)
  const inside = isTop
    ? ''
    : `and (${keyOf('r')}) >= (${boundOfRange(above)}) and (${keyOf('r')}) <= (${each((name) => `+${above}.last_${name}`)})`
  const lastInside = each(
    (name) => `case when next_${names[0]} is null then (select ${name} from ${ranges}
        where level = ${level - 1} order by ${descending} limit 1)
      else (select ${name} from ${ranges}
        where level = ${level - 1} and (${keys}) < (${each((part) => `+next_${part}`)})
        order by ${descending} limit 1) end as last_${name}`,
  )
  return `range${level} as materialized (
    select ${keys}, ${nextBound}, before, low, size${level === 1 ? '' : `, ${lastInside}`} from (
      select ${keyOf('r')}, r.n, low, size,
        ${each((name) => `ifnull(lead(r.${name}) over sorted, ${isTop ? 'null' : `next_${name}`}) as next_${name}`)},
        ${isTop ? '0' : 'before'} - r.n + sum(r.n) over (sorted rows unbounded preceding) as before
      from ${above} cross join ${ranges} as r where r.level = ${level} ${inside}
      window sorted as (order by ${keyOf('r')}))
    where before + n > low order by ${keys} limit 1)`
}

/** The number of rows before those of a group, in an order that begins with the group's column. */
function rowsBefore(
  definition: CountedDefinition,
  index: number,
  { value }: CountedGroup,
): RawBuilder<unknown> {
  const { order, parts, ranges, keys, keyOf, boundOfRange } = rangeNames(definition, index)
  const [column] = order as readonly [CountedColumn]
  const least = parts.slice(column.isNullable ? 2 : 1).map((part) => sql.raw(part.least))
  const start = sql`(${sql.join([...(column.isNullable ? [sql.raw('1')] : []), value, ...least])})`

  // The last range that begins before the group, and how many rows come before that range.
  const bounds = levels.toReversed().map((level) => {
    const above = level === levels.length ? null : `bound${level + 1}`
    return sql`${sql.raw(`bound${level} as materialized (
      select ${keyOf('r')}, ${above === null ? '0' : `${above}.before`} - r.n
        + sum(r.n) over (order by ${keyOf('r')} rows unbounded preceding) as before
      from ${above === null ? '' : `${above} cross join `}${ranges} as r
      where r.level = ${level}${above === null ? '' : ` and (${keyOf('r')}) >= (${boundOfRange(above)})`}
      and (${keyOf('r')})`)} <= ${start}
      order by ${sql.raw(listed(keys.split(', ').map((key) => `r.${key} desc`)))} limit 1)`
  })
  const name = sql.raw(`row.${quotedName(column.name)}`)
  const counts = partsBeyond(order, 'bound1').map(({ equal, conditions }) => {
    const isBefore = sql`${name} < ${value}`
    return sql`(select count(*) from ${sql.raw(namesOf(definition).table)} as row
      where ${sql.raw([...equal, ...conditions].join(' and '))}
      and ${equal.length === 0 ? isBefore : sql`(${name} is null or ${isBefore})`})`
  })
  return sql`${sql.join(bounds)}, rows_before as materialized (
    select before + ${sql.join(counts, sql` + `)} as first from bound1)`
}
