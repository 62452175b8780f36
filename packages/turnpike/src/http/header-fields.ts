/** The header fields of an answer being built, by names in lower case. */
export class HeaderFields {
  /** Alternating names and values. A list is copied and sent faster than an object. */
  #list: string[] = []
  #shown: Headers | undefined

  has(name: string): boolean {
    return this.#indexOf(name) >= 0
  }

  /** The value, for `set-cookie` the first cookie; null when the field is absent. */
  get(name: string): string | null {
    const index = this.#indexOf(name)
    return index < 0 ? null : (this.#list[index + 1] ?? null)
  }

  /**
   * Replaces the field; cookies are added (RFC 9110 §5.3).
   *
   * @throws TypeError when the value is invalid, as `Headers` does.
   */
  set(name: string, value: string): void {
    if (!isFieldValue(value)) throw new TypeError(`${name} cannot be ${JSON.stringify(value)}.`)
    const index = name === 'set-cookie' ? -1 : this.#indexOf(name)
    if (index < 0) this.#list.push(name, value)
    else this.#list[index + 1] = value
  }

  delete(name: string): void {
    for (let index = this.#indexOf(name); index >= 0; index = this.#indexOf(name)) {
      this.#list.splice(index, 2)
    }
  }

  /** The fields as `Headers`, which may be changed until `settle` is called. */
  shown(): Headers {
    this.#shown ??= new Headers(this.#pairs())
    return this.#shown
  }

  /** Takes over the fields of `shown`, with any changes. */
  settle(): void {
    const shown = this.#shown
    if (shown === undefined) return
    this.#shown = undefined
    this.#list = []
    for (const [name, value] of shown) this.set(name, value)
  }

  copy(): HeaderFields {
    const copy = new HeaderFields()
    copy.#list = this.#list.slice()
    return copy
  }

  /** Alternating names and values. */
  toList(): readonly string[] {
    return this.#list
  }

  #indexOf(name: string): number {
    for (let index = 0; index < this.#list.length; index += 2) {
      if (this.#list[index] === name) return index
    }
    return -1
  }

  #pairs(): [string, string][] {
    const pairs: [string, string][] = []
    for (let index = 0; index < this.#list.length; index += 2) {
      pairs.push([this.#list[index] ?? '', this.#list[index + 1] ?? ''])
    }
    return pairs
  }
}

/**
 * Whether a header field can have the value: tab, space, and printable characters of ISO 8859-1
 * (RFC 9110 §5.5).
 */
export const isFieldValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
