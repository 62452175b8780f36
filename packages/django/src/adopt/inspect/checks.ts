import type { Column } from './schema.ts'

/**
 * The types of columns according to check constraints, and the constraints that are left. Django
 * makes some for the types of its fields: JSON, and numbers from 0 on.
 */
export function applyChecks(
  columns: readonly Column[],
  checks: readonly string[],
): { columns: readonly Column[]; checks: readonly string[] } {
  const json = new Set(checks.map(jsonColumnOf))
  const positive = new Set(checks.map(positiveColumnOf))
  const integers = new Set(columns.flatMap(({ name, type }) => (isInteger(type) ? [name] : [])))
  return {
    columns: columns.map((column) => {
      const { name, type } = column
      if (json.has(name)) return { ...column, type: { kind: 'json', isText: true } }
      if (isInteger(type) && positive.has(name)) return { ...column, type: { ...type, min: 0 } }
      return column
    }),
    checks: checks.filter(
      (check) => jsonColumnOf(check) === null && !integers.has(positiveColumnOf(check) ?? ''),
    ),
  }
}

const isInteger = (type: Column['type']) => type.kind === 'integer'

/** The column in `JSON_VALID("data") OR "data" IS NULL`; null if it is another condition. */
const jsonColumnOf = (check: string): string | null =>
  nameIn(/^\(*json_valid\((?<name>"(?:[^"]|"")+"|`(?:[^`]|``)+`|[\w$]+)\)/i, check)

/** The column in `"rank" >= 0`; null if it is another condition. */
const positiveColumnOf = (check: string): string | null =>
  nameIn(/^\(*(?<name>"(?:[^"]|"")+"|`(?:[^`]|``)+`|[\w$]+)\)* >= 0\)*$/, check)

function nameIn(pattern: RegExp, check: string): string | null {
  const name = pattern.exec(check.trim())?.groups?.name
  if (name === undefined) return null
  const quote = name[0] as string
  return /["`]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
}
