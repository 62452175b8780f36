import { Throttled } from '../errors/exceptions.ts'

/** Most attempts that wait at one gate. As many passwords wait to be hashed. */
const mostWaiting = 100

/**
 * Where the attempts of this process at one count wait for each other, so that the store is asked
 * only by those that it may let through: never more at once than the limit.
 */
export class Gate {
  /** Attempts that know of this gate, wherever they are. */
  #present = 0
  /**
   * Those that ask for a place, or have one that they may give back. None waits while there are
   * none.
   */
  #underWay = 0
  #waiting: PromiseWithResolvers<void>[] = []

  arrive(): void {
    this.#present++
  }

  /** Whether so many have arrived that more than {@link mostWaiting} would wait. */
  isCrowded(limit: number): boolean {
    return this.#present > limit + mostWaiting
  }

  /** @returns whether it was the last one. */
  depart(): boolean {
    return --this.#present === 0
  }

  /**
   * Settles when the attempt may ask for a place.
   *
   * @throws Throttled when the count is spent meanwhile.
   */
  enter(limit: number): Promise<void> {
    // Those who came before go first. A limit of 0 is for the store to refuse.
    if (this.#waiting.length === 0 && this.#underWay < Math.max(limit, 1)) {
      this.#underWay++
      return Promise.resolve()
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn)
    return turn.promise
  }

  /**
   * For an attempt that has found no place: settles when another one has given its place back.
   *
   * @param wait seconds until the store has a place.
   * @throws Throttled when nobody is left who could give one back.
   */
  stepBack(wait: number | null): Promise<void> {
    const turn = Promise.withResolvers<void>()
    this.#waiting.unshift(turn)
    this.#underWay--
    if (this.#underWay === 0) this.#refuseAll(wait)
    return turn.promise
  }

  /** For an attempt that has given its place back: one that waits may ask in its stead. */
  leave(): void {
    this.#underWay--
    this.#wakeOne()
  }

  /**
   * For an attempt whose place stays taken: the last one lets another ask what the store has left.
   */
  leaveSpent(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#wakeOne()
  }

  /** For an attempt that a broader count has refused, as it would refuse all that wait here. */
  leaveRefused({ wait }: Throttled): void {
    this.#underWay--
    this.#refuseAll(wait)
  }

  #wakeOne(): void {
    const turn = this.#waiting.shift()
    if (turn === undefined) return
    this.#underWay++
    turn.resolve()
  }

  #refuseAll(wait: number | null): void {
    for (const turn of this.#waiting.splice(0)) turn.reject(new Throttled(wait))
  }
}
