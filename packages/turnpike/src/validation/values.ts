/** The value at the path; undefined when there is none. */
export const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value, key) =>
      hasInside(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    data,
  )

/** Whether it is an object of named values. A list is none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether lists and objects are nested more than `limit` levels deep. */
export function isDeeper(data: unknown, limit: number): boolean {
  let level = [data].filter(hasInside)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((value) => Object.values(value).filter(hasInside))
  }
  return false
}

/** Whether it is an object or a list. */
const hasInside = (value: unknown): value is object => typeof value === 'object' && value !== null
