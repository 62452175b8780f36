/** Memory for the bodies of all answers that are kept at once. */
export class CaptureBudget {
  readonly maxBodyBytes: number
  #free: number

  constructor(maxBodyBytes: number, totalBytes: number) {
    this.maxBodyBytes = maxBodyBytes
    this.#free = totalBytes
  }

  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  give(bytes: number): void {
    this.#free += bytes
  }
}

/** The copy of one body, as far as there is memory for it. */
export class Capture {
  readonly #budget: CaptureBudget
  #chunks: Uint8Array[] | null = []
  #length = 0

  constructor(budget: CaptureBudget) {
    this.#budget = budget
  }

  add(chunk: Uint8Array): void {
    if (this.#chunks === null) return
    const isTooLong = this.#length + chunk.length > this.#budget.maxBodyBytes
    if (isTooLong || !this.#budget.take(chunk.length)) {
      this.release()
      return
    }
    this.#length += chunk.length
    this.#chunks.push(chunk)
  }

  /** The body; its memory is to be given back. Null if it was given up. */
  take(): Uint8Array | null {
    return this.#chunks === null ? null : Buffer.concat(this.#chunks)
  }

  release(): void {
    this.#budget.give(this.#length)
    this.#chunks = null
    this.#length = 0
  }
}
