import { quotedName } from '../../tables/name.ts'
import type { CountedDefinition } from '../definition.ts'
import { anyChanged, countedColumns, declaredIn, isSameKey, keyIn } from './columns.ts'
import { countRow, moveRow } from './counts.ts'
import { listed, namesOf } from './names.ts'

/**
 * The table of what is counted of each row. `old` and `new` may not be what was counted before: a
 * trigger of the application may have changed the row already, or be about to. So a row is counted
 * by the difference between the table and its copy, and the order of the triggers does not matter.
 */
export function createCopy(definition: CountedDefinition): readonly string[] {
  const { copy, changed } = namesOf(definition)
  const key = keyIn(definition)
  return [
    `create table ${copy} (${declaredIn(countedColumns(definition))}, primary key (${key})) without rowid`,
    `create view ${changed} as select ${key} from ${copy}`,
  ]
}

/** The triggers that copy the rows of changed keys, and count what changes in the copy. */
export function copyTriggers(definition: CountedDefinition): readonly string[] {
  const { copy, changed, trigger } = namesOf(definition)
  return [
    `create trigger ${trigger('copy_row')} instead of insert on ${changed} begin
      ${copyRow(definition)} end`,
    `create trigger ${trigger('copy_insert')} after insert on ${copy} begin
      ${countRow(definition, 'new', '+ 1')} end`,
    `create trigger ${trigger('copy_delete')} after delete on ${copy} begin
      ${countRow(definition, 'old', '- 1')} end`,
    `create trigger ${trigger('copy_update')} after update on ${copy}
      when ${anyChanged(countedColumns(definition))} begin
      ${moveRow(definition)} end`,
  ]
}

/** No statement relies on a conflict: the conflict clause of the outer statement would apply. */
function copyRow(definition: CountedDefinition): string {
  const { table, copy } = namesOf(definition)
  const columns = countedColumns(definition)
  const names = new Set(definition.key.map(({ name }) => name))
  const others = listed(
    columns.filter(({ name }) => !names.has(name)).map(({ name }) => quotedName(name)),
  )
  const all = listed(columns.map(({ name }) => quotedName(name)))
  const row = `from ${table} as row where ${isSameKey(definition, 'row', 'new')}`
  const isCopy = isSameKey(definition, copy, 'new')
  return `delete from ${copy} where ${isCopy} and not exists (select 1 ${row});
    ${others === '' ? '' : `update ${copy} set (${others}) = (select ${others} ${row}) where ${isCopy};`}
    insert into ${copy} (${all}) select ${all} ${row}
      and not exists (select 1 from ${copy} where ${isCopy});`
}
