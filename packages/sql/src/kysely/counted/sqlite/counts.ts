import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { anyChanged, countedColumns, goneColumn, isSameKey } from './columns.ts'
import { id, namesOf } from './names.ts'
import { countInRanges } from './ranges.ts'
import { bookReplaced, keepReplaced, rememberReplaced, type UniqueKey } from './replaced.ts'

/** The triggers that keep the counters. */
export function triggersOf(
  definition: CountedDefinition,
  uniqueKeys: readonly UniqueKey[],
): readonly string[] {
  const { note, replaced, trigger } = namesOf(definition)
  const isCounted = anyChanged(countedColumns(definition))

  return [
    ...rememberReplaced(definition, uniqueKeys),

    `create trigger ${trigger('insert')} after insert on ${note} begin
      ${bookReplaced(definition, 'insert')}
      ${counted(definition, 'new', '+ 1')} end`,

    // Without a list of columns: SQLite would not match the column id with an update of rowid.
    `create trigger ${trigger('update')} after update on ${note}
      when ${isCounted} or exists (select 1 from ${replaced}) begin
      ${bookReplaced(definition, 'update')}
      ${keepReplaced(definition)}
      ${moved(definition)} end`,

    // Before it, because a reference to the row may update others before its own trigger.
    `create trigger ${trigger('before_delete')} before delete on ${note}
      when exists (select 1 from ${replaced}) begin
      delete from ${replaced} where ${isSameKey(definition, replaced, 'old')}; end`,

    `create trigger ${trigger('delete')} after delete on ${note} begin
      ${counted(definition, 'old', '- 1')} end`,

    `create trigger ${trigger('replace')} after update of ${goneColumn} on ${replaced} begin
      ${counted(definition, 'old', '- 1')} end`,
  ]
}

/** Statements that count a row. */
function counted(definition: CountedDefinition, row: string, change: '+ 1' | '- 1'): string {
  const { total } = namesOf(definition)
  const { orders, groups } = definition
  return [
    `update ${total} set n = n ${change};`,
    ...groups.flatMap((_, index) => countInGroup(definition, index, row, change)),
    ...orders.flatMap((_, index) => countInRanges(definition, index, row, change)),
  ].join('\n')
}

/** Statements that count a changed row at its new place. */
function moved(definition: CountedDefinition): string {
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
  const value = `${row}.${id((definition.groups[index] as CountedColumn).name)}`
  const update = `update ${group} set n = n ${change} where ${when} and value = ${value};`
  return change === '+ 1'
    ? [
        update,
        `insert into ${group} (value, n) select ${value}, 1
          where changes() = 0 and ${when} and ${value} is not null;`,
      ]
    : [update, `delete from ${group} where ${when} and value = ${value} and n = 0;`]
}
