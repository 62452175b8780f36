/** A lock that is granted in the order of requests. */
export class Turns {
  readonly #waiting = new Set<() => void>()
  #isTaken = false

  get isFree(): boolean {
    return !this.#isTaken
  }

  /** How many wait for it. */
  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Waits for the lock, which is then held until `end` is called.
   *
   * @param timeoutMillis null means as long as it takes.
   * @returns false if it was not granted in time.
   * @throws the reason of the signal when it is aborted; the request then leaves the queue.
   */
  take(timeoutMillis: number | null, signal?: AbortSignal): true | Promise<boolean> {
    if (this.#isTaken) return this.#wait(timeoutMillis, signal)
    this.#isTaken = true
    return true
  }

  end(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#isTaken = false
    else next()
  }

  #wait(timeoutMillis: number | null, signal?: AbortSignal): Promise<boolean> {
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
      const timer = timeoutMillis === null ? undefined : setTimeout(giveUp, timeoutMillis)
      signal?.addEventListener('abort', abort)
      this.#waiting.add(come)
    })
  }
}
