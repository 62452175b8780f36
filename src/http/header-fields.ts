/** The header fields of an answer while it is made, by their names in lower case. */
export class HeaderFields {
  /** Names and values in turn. A list is sent faster than an object, and copied faster. */
  #list: string[] = []
  #shown: Headers | undefined

  has(name: string): boolean {
    return this.#indexOf(name) >= 0
  }

  /** The value, that of the first cookie for `set-cookie`; null when the field is absent. */
  get(name: string): string | null {
    const index = this.#indexOf(name)
    return index < 0 ? null : (this.#list[index + 1] ?? null)
  }

  /**
   * Replaces the field; a cookie stands beside the others (RFC 9110 §5.3).
   *
   * @throws TypeError when a field cannot have this value, as that of `Headers` does.
   */
  set(name: string, value: string): void {
    if (!isValue.test(value)) throw new TypeError(`${name} cannot be ${JSON.stringify(value)}.`)
    const index = name === 'set-cookie' ? -1 : this.#indexOf(name)
    if (index < 0) this.#list.push(name, value)
    else this.#list[index + 1] = value
  }

  delete(name: string): void {
    for (let index = this.#indexOf(name); index >= 0; index = this.#indexOf(name)) {
      this.#list.splice(index, 2)
    }
  }

  /** The fields for a reader that may change them until they are settled. */
  shown(): Headers {
    this.#shown ??= new Headers(this.#pairs())
    return this.#shown
  }

  /** Has the fields that were shown from now on, and no others. */
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

  /** Names and values in turn. */
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

/** Tab, blank, and what is printed of ISO 8859-1 (RFC 9110 §5.5). */
const isValue = /^[\t\x20-\x7e\x80-\xff]*$/
