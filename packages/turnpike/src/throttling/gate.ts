import { Throttled } from '../errors/exceptions.ts'

/** Maximum number of attempts waiting at one gate. As many passwords may wait to be hashed. */
const maxWaiting = 100

/**
 * Lets the attempts of this process at one count wait for each other, so that the store is asked
 * only for those that it may allow: at any moment no more than the limit.
 */
export class Gate {
  /** Attempts that hold this gate, in any state. */
  #present = 0
  /**
   * Attempts that are asking for a place, or hold one that they may give back. Nobody waits while
   * there are none.
   */
  #underWay = 0
  #waiting: PromiseWithResolvers<void>[] = []

  arrive(): void {
    this.#present++
  }

  /** Whether another attempt would make more than {@link maxWaiting} wait. */
  isCrowded(limit: number): boolean {
    return this.#present > limit + maxWaiting
  }

  /** @returns whether it was the last one. */
  depart(): boolean {
    return --this.#present === 0
  }

  /**
   * Settles when the attempt may ask for a place.
   *
   * @throws Throttled when the count becomes full meanwhile.
   */
  enter(limit: number): Promise<void> {
    // Earlier arrivals go first. A limit of 0 is left to the store to deny.
    if (this.#waiting.length === 0 && this.#underWay < Math.max(limit, 1)) {
      this.#underWay++
      return Promise.resolve()
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn)
    return turn.promise
  }

  /**
   * For an attempt that found no place: settles when another gives its place back.
   *
   * @param wait seconds until the store has a place.
   * @throws Throttled when no attempt is left that could give one back.
   */
  stepBack(wait: number | null): Promise<void> {
    const turn = Promise.withResolvers<void>()
    this.#waiting.unshift(turn)
    this.#underWay--
    if (this.#underWay === 0) this.#refuseAll(wait)
    return turn.promise
  }

  /** For an attempt that gave its place back: a waiting one may ask instead. */
  leave(): void {
    this.#underWay--
    this.#wakeOne()
  }

  /**
   * For an attempt that keeps its place: the last of them lets a waiting one ask whether the store
   * has places left.
   */
  leaveSpent(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#wakeOne()
  }

  /** For an attempt that a broader count denied. It would deny all that wait here, too. */
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
