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
      hidden: hiddenFor(column, table.primaryKey.includes(column.name), referred !== null),
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

function hiddenFor(column: Column, isKey: boolean, isReference: boolean): Field['hidden'] {
  const { name, type } = column
  if (isMemberOfAll(name)) return 'name'
  if (type.kind === 'other') return 'type'
  return !isKey && isSecret(column, isReference) ? 'secret' : null
}

/**
 * Whether the column may hold what signs in, unlocks or identifies somebody, by its name. Too many
 * are better than too few, since the report lists them. Yes or no, a moment and the number of
 * another row are not secrets.
 */
export function isSecret({ name, type }: Column, isReference: boolean): boolean {
  if (['boolean', 'date', 'datetime', 'time'].includes(type.kind)) return false
  return !(isReference && type.kind === 'integer') && secret.test(name)
}

/** Parts of names, but not those in `author`, `keyword` and `shipping`. */
const secret = new RegExp(
  [
    'passw|passphrase|pwd|secret|private|token|jwt|credential|bearer|cookie|session|nonce',
    'auth(?!or(?!i[sz]))|key(?!word|board)|code|hash|digest|salt|signature|otp|cvv|cvc|ssn|iban',
    '(?:^|[^a-z])pin(?:[^a-z]|$)|pin$',
  ].join('|'),
  'i',
)
