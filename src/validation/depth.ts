/** Whether lists and objects are nested more than `limit` levels deep. */
export function isDeeper(data: unknown, limit: number): boolean {
  let level = [data].filter(hasInside)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((value) => Object.values(value).filter(hasInside))
  }
  return false
}

const hasInside = (value: unknown): value is object => typeof value === 'object' && value !== null
