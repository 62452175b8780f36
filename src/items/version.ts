/** A text that stays the same as long as no item of a set can have changed; null: that cannot be told now. */
type ReadVersion = () => string | null

/** By the very set: a copy of it with other methods may read something else. */
const versions = new WeakMap<object, ReadVersion>()

/** Says how to tell whether the items of a set may have changed. */
export function tellVersion(items: object, read: ReadVersion): void {
  versions.set(items, read)
}

/** The version of the items; null when they have none. */
export const versionOf = (items: object): string | null => versions.get(items)?.() ?? null
