import { quotedName } from '../../tables/name.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { anyChanged } from './columns.ts'
import { namesOf } from './names.ts'
import { countInRanges } from './ranges.ts'

/** Statements that count a row of the copy, or take it off. @param row `new` or `old`. */
export function countRow(
  definition: CountedDefinition,
  row: string,
  change: '+ 1' | '- 1',
): string {
  const { total } = namesOf(definition)
  const { orders, groups } = definition
  return [
    `update ${total} set n = n ${change};`,
    ...groups.flatMap((_, index) => countInGroup(definition, index, row, change)),
    ...orders.flatMap((_, index) => countInRanges(definition, index, row, change)),
  ].join('\n')
}

/** Statements that count a changed row of the copy at its new place. */
export function moveRow(definition: CountedDefinition): string {
  const { orders, groups } = definition
  return [
    ...groups.flatMap((column, index) => {
      const when = anyChanged([column])
      return [
        ...countInGroup(definition, index, 'old', '- 1', when),
        ...countInGroup(definition, index, 'new', '+ 1', when),
      ]
    }),
    ...orders.flatMap((order, index) => {
      const when = anyChanged(order)
      return [
        ...countInRanges(definition, index, 'old', '- 1', when),
        ...countInRanges(definition, index, 'new', '+ 1', when),
      ]
    }),
  ].join('\n')
}

/**
 * Rows without a value are in no group. No statement relies on a conflict: within a trigger the
 * conflict clause of the outer statement would apply.
 */
function countInGroup(
  definition: CountedDefinition,
  index: number,
  row: string,
  change: '+ 1' | '- 1',
  when = 'true',
): string[] {
  const group = namesOf(definition).group(index)
  const value = `${row}.${quotedName((definition.groups[index] as CountedColumn).name)}`
  const update = `update ${group} set n = n ${change} where ${when} and value = ${value};`
  return change === '+ 1'
    ? [
        update,
        `insert into ${group} (value, n) select ${value}, 1
          where changes() = 0 and ${when} and ${value} is not null;`,
      ]
    : [update, `delete from ${group} where ${when} and value = ${value} and n = 0;`]
}
