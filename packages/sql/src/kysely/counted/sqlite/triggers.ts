import type { CountedDefinition } from '../definition.ts'
import { anyChanged, countedColumns, isCopied, keyIn } from './columns.ts'
import { copyTriggers } from './copy.ts'
import { namesOf } from './names.ts'
import { rememberReplaced, takeOffReplaced, type UniqueKey } from './replaced.ts'

/** The triggers that keep the counters. */
export function triggersOf(
  definition: CountedDefinition,
  uniqueKeys: readonly UniqueKey[],
): readonly string[] {
  const { table, changed, replaced, trigger } = namesOf(definition)
  const copyRow = (row: string) =>
    `insert into ${changed} (${keyIn(definition)}) values (${keyIn(definition, row)});`

  return [
    ...rememberReplaced(definition, uniqueKeys),
    ...copyTriggers(definition),

    `create trigger ${trigger('insert')} after insert on ${table} begin
      ${takeOffReplaced(definition)}
      ${copyRow('new.')} end`,

    // Without a list of columns: SQLite would not match the column id with an update of rowid.
    `create trigger ${trigger('update')} after update on ${table}
      when ${anyChanged(definition.key)} or exists (select 1 from ${replaced})
        or not ${isCopied(definition, 'new', countedColumns(definition))} begin
      ${takeOffReplaced(definition)}
      ${copyRow('old.')}
      ${copyRow('new.')} end`,

    `create trigger ${trigger('delete')} after delete on ${table} begin
      ${copyRow('old.')} end`,
  ]
}
