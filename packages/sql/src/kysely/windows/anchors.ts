import type { Position } from 'turnpike/kit'

/** A place in an ordered list: how many items precede it, and the position of the last of them. */
export interface Anchor {
  readonly offset: number
  readonly position: Position
}

/** Maximum number of anchors per list. Beyond that, the stretches become twice as long. */
const maxAnchors = 1024

/** Known places of one list, at most one in each stretch of it. */
export class Anchors {
  #stretch = 500
  #byStretch = new Map<number, Anchor>()
  /** The last stretch with an anchor. */
  #last = 0

  /** The last anchor at or before the offset, or null. */
  before(offset: number): Anchor | null {
    // Clients may ask for an offset far beyond the list.
    const nearest = Math.min(this.#stretchOf(offset), this.#last)
    for (let stretch = nearest; stretch >= 0; stretch--) {
      const anchor = this.#byStretch.get(stretch)
      if (anchor !== undefined && anchor.offset <= offset) return anchor
    }
    return null
  }

  /** Whether the stretch of the offset lacks an anchor. The first stretch needs none. */
  lacks(offset: number): boolean {
    const stretch = this.#stretchOf(offset)
    return stretch > 0 && !this.#byStretch.has(stretch)
  }

  add(anchor: Anchor): void {
    const stretch = this.#stretchOf(anchor.offset)
    this.#byStretch.set(stretch, anchor)
    this.#last = Math.max(this.#last, stretch)
    if (this.#byStretch.size <= maxAnchors) return

    this.#stretch *= 2
    const all = [...this.#byStretch.values()]
    this.#last = Math.floor(this.#last / 2)
    this.#byStretch = new Map(all.map((other) => [this.#stretchOf(other.offset), other]))
  }

  #stretchOf(offset: number): number {
    return Math.floor(offset / this.#stretch)
  }
}
