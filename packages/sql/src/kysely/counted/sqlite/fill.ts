import { quotedName } from '../../tables/name.ts'
import type { CountedDefinition } from '../definition.ts'
import { countedColumns } from './columns.ts'
import { levels, listed, maxRows, namesOf } from './names.ts'
import { rangeNames } from './ranges.ts'

/** Statements that count all rows, whatever was counted before. */
export function fill(definition: CountedDefinition): readonly string[] {
  const { table, total, group, copy, replaced } = namesOf(definition)
  const copied = listed(countedColumns(definition).map(({ name }) => quotedName(name)))
  const { groups, orders } = definition
  return [
    `delete from ${replaced}`,
    `delete from ${copy}`,
    `insert into ${copy} (${copied}) select ${copied} from ${table}`,
    `delete from ${total}`,
    `insert into ${total} (n) select count(*) from ${table}`,
    ...groups.flatMap(({ name }, index) => [
      `delete from ${group(index)}`,
      `insert into ${group(index)} (value, n) select ${quotedName(name)}, count(*) from ${table}
        where ${quotedName(name)} is not null group by ${quotedName(name)}`,
    ]),
    ...orders.flatMap((_, index) => fillRanges(definition, index)),
  ]
}

/** Ranges that are three quarters full, so that the next rows do not split them all. */
function fillRanges(definition: CountedDefinition, index: number): string[] {
  const { table, total } = namesOf(definition)
  const { order, parts, ranges, keys } = rangeNames(definition, index)
  const size = Math.max(1, Math.floor((maxRows(definition, 1) * 3) / 4))
  const sorted = listed(order.map(({ name }) => quotedName(name)))
  const least = listed(parts.map((part) => part.least))
  // The first range begins before all rows.
  const bounds = parts.map(({ of, least }) => `iif(place = 0, ${least}, ${of('row')})`)
  const ofRows = `insert into ${ranges} (level, ${keys}, n)
    select 1, ${listed(bounds)}, min(${size}, (select n from ${total}) - place)
    from (select ${listed(order.map(({ name }) => quotedName(name)))},
      row_number() over (order by ${sorted}) - 1 as place from ${table}) as row
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
