/** Whether two parts of query trees are equal. Mutable values are compared by identity. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((part, index) => isSameTree(part, other[index]))
  }
  if (!isNode(one) || !isNode(other)) return false

  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSameTree(one[name], other[name]))
  )
}

/** Kysely's nodes are plain objects. */
const isNode = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
