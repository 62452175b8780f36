/** A HAR file is of entries that begin and end at known depths of its JSON. */
const depthOfEntries = 3

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const opening = [0x7b, 0x5b]
const closing = [0x7d, 0x5d]

/**
 * The texts of `log.entries` of a HAR file, one after another: a browser writes hundreds of
 * megabytes, which are never in memory at once. Null for an entry of more than `maxBytes`.
 *
 * @returns whether there were entries, and whether the file was complete.
 */
export async function* harEntries(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string | null, { hasEntries: boolean; isComplete: boolean }> {
  const scanner = new Scanner(maxBytes)
  for await (const chunk of chunks) {
    for (const entry of scanner.scan(chunk)) yield entry
  }
  return { hasEntries: scanner.hasEntries, isComplete: scanner.depth === 0 }
}

class Scanner {
  depth = 0
  hasEntries = false
  readonly #maxBytes: number
  /** The names of the objects around: `['log', 'entries']`. */
  readonly #path: string[] = []
  #isInString = false
  #isEscaped = false
  /** The string that was read last at a depth where names matter. */
  #string: number[] = []
  /** The name whose value comes next, at the current depth. */
  #name = ''
  /** The parts of the entry that is being read; null outside. */
  #entry: Uint8Array[] | null = null
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  *scan(chunk: Uint8Array): Generator<string | null> {
    let start = 0
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number
      if (this.#isInString) {
        this.#readString(byte)
      } else if (byte === quote) {
        this.#isInString = true
        this.#string = []
      } else if (byte === colon) {
        if (this.depth < depthOfEntries) this.#name = String.fromCharCode(...this.#string)
      } else if (opening.includes(byte)) {
        if (this.#isAtEntry(byte)) {
          start = index
          this.#entry = []
        }
        this.#open()
      } else if (closing.includes(byte)) {
        this.#close()
        if (this.#entry !== null && this.depth === depthOfEntries) {
          this.#add(chunk.subarray(start, index + 1))
          yield this.#take()
        }
      }
    }
    if (this.#entry !== null) this.#add(chunk.subarray(start))
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isInString = false
      return
    }
    if (this.depth < depthOfEntries && this.#string.length < 32) this.#string.push(byte)
  }

  #isAtEntry(byte: number): boolean {
    const [, log, entries] = this.#path
    const isAt = this.depth === depthOfEntries && log === 'log' && entries === 'entries'
    return isAt && byte === opening[0] && this.#entry === null
  }

  #open(): void {
    if (this.depth < depthOfEntries) this.#path[this.depth] = this.#name
    this.depth++
    if (this.depth === depthOfEntries && this.#path.join('/') === '/log/entries') {
      this.hasEntries = true
    }
    this.#name = ''
  }

  #close(): void {
    this.depth--
    if (this.depth < depthOfEntries) this.#path.length = Math.max(0, this.depth)
  }

  #add(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#maxBytes) this.#entry = []
    // The chunk may be used again by the stream that it is from.
    else this.#entry?.push(Uint8Array.from(part))
  }

  #take(): string | null {
    const isTooLong = this.#length > this.#maxBytes
    const text = isTooLong ? null : Buffer.concat(this.#entry ?? []).toString()
    this.#entry = null
    this.#length = 0
    return text
  }
}
