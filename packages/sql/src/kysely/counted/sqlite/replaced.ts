import type { CountedDefinition } from '../definition.ts'
import { isSameKey, keyIn } from './columns.ts'
import { namesOf } from './names.ts'

/** Columns that no two rows have in common. */
export type UniqueKey = readonly UniqueColumn[]

interface UniqueColumn {
  /** As in SQL. */
  readonly name: string
  readonly collation: string
  /** The value that replaces null when conflicts replace rows, as SQL; null if it stays null. */
  readonly nullBecomes: string | null
}

/**
 * `insert or replace` deletes the rows in its way, and fires their delete triggers only if
 * `recursive_triggers` is on. So what may be replaced is remembered before each statement's row is
 * written, and taken off the counters afterwards if it is gone.
 */
export function rememberReplaced(
  definition: CountedDefinition,
  uniqueKeys: readonly UniqueKey[],
): readonly string[] {
  const { table, replaced, trigger } = namesOf(definition)
  const isKnown = `exists (select 1 from ${replaced} as known where ${isSameKey(definition, 'known', 'row')})`
  const isOther = `not ${isSameKey(definition, 'row', 'old')}`

  const remember = (event: string, conditions: readonly Conflict[]) => {
    const found = conditions.map(
      ({ when, isInTheWay }) =>
        `(${when} and exists (select 1 from ${table} as row where ${isInTheWay}))`,
    )
    const inserts = conditions.map(
      ({
        when,
        isInTheWay,
      }) => `insert into ${replaced} select ${keyIn(definition, 'row.')} from ${table} as row
        where ${when} and ${isInTheWay} and not ${isKnown};`,
    )
    return `create trigger ${trigger(`before_${event}`)} before ${event} on ${table}
      when ${found.join(' or ')} begin
      delete from ${replaced} where (select count(*) from ${replaced}) > ${maxRemembered};
      ${inserts.join('\n')} end`
  }
  return [
    remember(
      'insert',
      uniqueKeys.map((unique) => ({ when: 'true', isInTheWay: isEqual(unique) })),
    ),
    remember(
      'update',
      uniqueKeys.map((unique) => ({
        when: `(${listChanged(unique)})`,
        isInTheWay: `${isEqual(unique)} and ${isOther}`,
      })),
    ),
  ]
}

interface Conflict {
  readonly when: string
  readonly isInTheWay: string
}

/**
 * Rows that were remembered but not replaced stay for a while: the trigger of a write within a
 * write must not forget what the outer one needs.
 */
const maxRemembered = 16

const isEqual = (unique: UniqueKey): string =>
  unique
    .map(
      ({ name, collation, nullBecomes }) =>
        `row.${name} = ${nullBecomes === null ? `new.${name}` : `ifnull(new.${name}, ${nullBecomes})`} collate ${collation}`,
    )
    .join(' and ')

const listChanged = (unique: UniqueKey): string =>
  unique.map(({ name }) => `old.${name} is not new.${name}`).join(' or ')

/** Statements that take the remembered rows that are gone off the copy, and so off the counters. */
export function takeOffReplaced(definition: CountedDefinition): string {
  const { table, copy, replaced } = namesOf(definition)
  const isGone = (row: string) =>
    `not exists (select 1 from ${table} as row where ${isSameKey(definition, 'row', row)})`
  const keys = keyIn(definition)
  return `delete from ${copy} where (${keys}) in (select ${keys} from ${replaced}) and ${isGone(copy)};
    delete from ${replaced} where ${isGone(replaced)};`
}
