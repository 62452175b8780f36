import type { CountedDefinition } from '../definition.ts'
import { countedColumns } from './columns.ts'
import { id, levels, listed, mostRows, namesOf } from './names.ts'
import { rangeNames } from './ranges.ts'

/** Statements that count all rows, whatever was counted before. */
export function fill(definition: CountedDefinition): readonly string[] {
  const { note, total, group, copy, replaced } = namesOf(definition)
  const copied = listed(countedColumns(definition).map(({ name }) => id(name)))
  const { groups, orders } = definition
  return [
    `delete from ${replaced}`,
    `delete from ${copy}`,
    `insert into ${copy} (${copied}) select ${copied} from ${note}`,
    `delete from ${total}`,
    `insert into ${total} (n) select count(*) from ${note}`,
    ...groups.flatMap(({ name }, index) => [
      `delete from ${group(index)}`,
      `insert into ${group(index)} (value, n) select ${id(name)}, count(*) from ${note}
        where ${id(name)} is not null group by ${id(name)}`,
    ]),
    ...orders.flatMap((_, index) => fillRanges(definition, index)),
  ]
}

/** Ranges that are three quarters full, so that the next rows do not split them all. */
function fillRanges(definition: CountedDefinition, index: number): string[] {
  const { note, total } = namesOf(definition)
  const { order, parts, ranges, keys } = rangeNames(definition, index)
  const size = Math.max(1, Math.floor((mostRows(definition, 1) * 3) / 4))
  const sorted = listed(order.map(({ name }) => id(name)))
  const least = listed(parts.map((part) => part.least))
  // The first range begins before all rows.
  const bounds = parts.map(({ of, least }) => `iif(place = 0, ${least}, ${of('row')})`)
  const ofRows = `insert into ${ranges} (level, ${keys}, n)
    select 1, ${listed(bounds)}, min(${size}, (select n from ${total}) - place)
    from (select ${listed(order.map(({ name }) => id(name)))},
      row_number() over (order by ${sorted}) - 1 as place from ${note}) as row
    where place % ${size} = 0`
  const ofEmpty = `insert into ${ranges} (level, ${keys}, n)
    select 1, ${least}, 0 where not exists (select 1 from ${ranges})`
  const children = Math.max(2, Math.floor((definition.sizes.ranges * 3) / 4))
  const ofRanges = levels.slice(1).map(
    (level) => `insert into ${ranges} (level, ${keys}, n)
      select ${level}, ${keys}, total from (
        select ${keys}, sum(n) as total, min(place) from (
          select ${keys}, n, row_number() over (order by ${keys}) - 1 as place
          from ${ranges} where level = ${level - 1})
        group by place / ${children})`,
  )
  return [`delete from ${ranges}`, ofRows, ofEmpty, ...ofRanges]
}
