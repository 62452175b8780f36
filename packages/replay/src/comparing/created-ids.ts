/**
 * The ids that both services gave to the same created thing. A later answer may have one at the
 * place of the other.
 */
export class CreatedIds {
  /** By the old service's id: those of the new one. */
  readonly #pairs = new Map<string, Set<string>>()
  /** By path of the list and recorded id: the id of each service. */
  readonly #recorded = new Map<string, { old: string; new: string }>()

  /** Notes that the thing has these ids. */
  add(oldId: string, newId: string): void {
    const known = this.#pairs.get(oldId)
    if (known === undefined) this.#pairs.set(oldId, new Set([newId]))
    else known.add(newId)
  }

  /** Notes which ids replace a recorded one in the targets below this list. */
  addRecorded(list: string, recorded: string, ids: { old: string; new: string }): void {
    this.#recorded.set(`${list.replace(/\/?$/, '/')}${recorded}`, ids)
  }

  areSame(oldId: string, newId: string): boolean {
    return this.#pairs.get(oldId)?.has(newId) ?? false
  }

  /** Whether two links are equal but for segments that are ids of the same thing. */
  areSameLinks(oldLink: string, newLink: string): boolean {
    const olds = oldLink.split('/')
    const news = newLink.split('/')
    return (
      olds.length === news.length &&
      olds.every((part, index) => {
        const other = news[index] ?? ''
        return part === other || this.areSame(part, other)
      })
    )
  }

  /** A recorded target with the ids of this service. */
  targetFor(side: 'old' | 'new', target: string): string {
    const at = target.indexOf('?')
    const path = at < 0 ? target : target.slice(0, at)
    const segments = path.split('/')
    for (let end = segments.length; end > 1; end--) {
      const ids = this.#recorded.get(segments.slice(0, end).join('/'))
      if (ids !== undefined) segments[end - 1] = ids[side]
    }
    return segments.join('/') + (at < 0 ? '' : target.slice(at))
  }
}
