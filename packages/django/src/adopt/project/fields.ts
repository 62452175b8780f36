import type { Column, Table } from '../inspect/schema.ts'
import type { Field } from './project.ts'
import type { Sample } from './sample.ts'

/** The columns of a table as clients see them. */
export function fieldsOf(table: Table, sample: Sample): readonly Field[] {
  const references = new Map(
    table.foreignKeys.flatMap(({ columns, table }) =>
      columns.length === 1 ? [[columns[0] as string, table] as const] : [],
    ),
  )
  const taken = new Set(table.columns.map(({ name }) => name))
  return table.columns.map((column) => {
    const referred = references.get(column.name) ?? null
    const name = referred === null ? column.name : fieldName(column.name, taken)
    taken.add(name)
    return {
      name,
      column,
      references: referred,
      hidden: hiddenFor(column, table.primaryKey.includes(column.name)),
      isBlankSeen: sample.blank.has(column.name),
      placesSeen: sample.places.get(column.name) ?? null,
    }
  })
}

/** `owner` for `owner_id`, unless another column has that name. */
function fieldName(column: string, taken: ReadonlySet<string>): string {
  const name = column.replace(/_id$/, '')
  return name === '' || taken.has(name) ? column : name
}

/** Whether every object has a member of this name already: `constructor`, `__proto__`. */
export const isMemberOfAll = (name: string): boolean => Object.hasOwn(Object.prototype, name)

function hiddenFor({ name, type }: Column, isKey: boolean): Field['hidden'] {
  if (isMemberOfAll(name)) return 'name'
  if (type.kind === 'other') return 'type'
  return !isKey && secret.test(name) ? 'secret' : null
}

/** Names of columns that hold what signs in or unlocks something. */
const secret =
  /(?:^|_)(?:password|passwd|passphrase|secret|token|otp|pin|api_?key|private_?key|digest|hash|salt)(?:_|$)/i
