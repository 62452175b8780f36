import type { RequestHeaders } from '../../http/incoming-request.ts'

/**
 * The header fields of a Node request, as web `Headers` would have them. Node's own object drops
 * the second field of some names and joins that of others.
 */
export class NodeHeaders implements RequestHeaders {
  /** Alternating names and values, as sent. */
  readonly #raw: readonly string[]

  constructor(rawHeaders: readonly string[]) {
    this.#raw = rawHeaders
  }

  get(name: string): string | null {
    const wanted = name.toLowerCase()
    let value: string | null = null
    for (let index = 0; index < this.#raw.length; index += 2) {
      const field = this.#raw[index] ?? ''
      if (field.length !== wanted.length || field.toLowerCase() !== wanted) continue
      const next = this.#raw[index + 1] ?? ''
      value = value === null ? next : `${value}${wanted === 'cookie' ? '; ' : ', '}${next}`
    }
    return value
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  /** Sorted by name. */
  *[Symbol.iterator](): Generator<[string, string]> {
    const names = this.#raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    for (const name of [...new Set(names)].sort()) yield [name, this.get(name) ?? '']
  }
}
