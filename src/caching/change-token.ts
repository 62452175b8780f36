/** How to tell whether the items of a set may have changed. */
export interface Version {
  /**
   * A text that stays the same as long as none can have changed, and never comes a second time;
   * null: that cannot be told now.
   */
  read(): string | null
  /** Whether what is read of them now cannot be taken back. */
  isSteady(): boolean
}

/** By the very set: a copy of it with other methods may read something else. */
const versions = new WeakMap<object, Version>()

export function tellVersion(items: object, version: Version): void {
  versions.set(items, version)
}

/** The version of the items, or null when they have none. */
export const versionOf = (items: object): Version | null => versions.get(items) ?? null
