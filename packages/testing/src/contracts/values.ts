/**
 * Whether two values have the same content. Classes do not matter: rows of a driver may have no
 * prototype. A field that is undefined is the same as an absent one, and methods are left aside.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  if (one instanceof Date || other instanceof Date) {
    return one instanceof Date && other instanceof Date && one.getTime() === other.getTime()
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false

  const fields = new Set([...fieldsOf(one), ...fieldsOf(other)])
  return [...fields].every((field) => isSame(Reflect.get(one, field), Reflect.get(other, field)))
}

/** A value in a message, at most 300 characters of it. */
export function shown(value: unknown): string {
  const text = isObject(value) ? JSON.stringify(value, asText) : asValue(value)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

const asText = (_field: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

const asValue = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const fieldsOf = (value: object): string[] => [
  ...(Array.isArray(value) ? ['length'] : []),
  ...Object.entries(value).flatMap(([field, content]) =>
    content === undefined || typeof content === 'function' ? [] : [field],
  ),
]
