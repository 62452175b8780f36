/** Turns at something that serves one at a time, in the order of asking. */
export class Turns {
  readonly #waiting = new Set<() => void>()
  #isTaken = false

  get isFree(): boolean {
    return !this.#isTaken
  }

  /**
   * Waits for the turn, which is then held until `end` is called.
   *
   * @returns false if it has not come within so many milliseconds.
   * @throws the reason of the signal when it is aborted; the place in the queue is given up.
   */
  take(timeoutMillis: number, signal?: AbortSignal): true | Promise<boolean> {
    if (this.#isTaken) return this.#wait(timeoutMillis, signal)
    this.#isTaken = true
    return true
  }

  end(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#isTaken = false
    else next()
  }

  #wait(timeoutMillis: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#waiting.delete(come)
      }
      const come = () => {
        leave()
        resolve(true)
      }
      const giveUp = () => {
        leave()
        resolve(false)
      }
      const abort = () => {
        leave()
        reject(signal?.reason)
      }
      const timer = setTimeout(giveUp, timeoutMillis)
      signal?.addEventListener('abort', abort)
      this.#waiting.add(come)
    })
  }
}
