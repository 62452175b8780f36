/** A JSON value with everything that its text says: all keys, and numbers as they are written. */
export type JsonNode =
  | { readonly type: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null' }

/** Deeper ones are compared as bytes. */
const maxDepth = 500

/**
 * Reads JSON (RFC 8259). `JSON.parse` would lose what matters here: it rounds numbers, and keeps
 * one of several equal keys. Null when the bytes are not JSON, not UTF-8, or nested too deeply.
 */
export function readJson(bytes: Uint8Array): JsonNode | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return new Reader(text).document()
  } catch (error) {
    if (error instanceof NotJson || error instanceof TypeError) return null
    throw error
  }
}

class NotJson extends Error {}

const backslash = 0x5c
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them within strings.
const special = /[\\\u0000-\u001f]/
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

class Reader {
  #position = 0
  #depth = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonNode {
    const node = this.#value()
    this.#skipSpace()
    if (this.#position < this.#text.length) throw new NotJson()
    return node
  }

  #value(): JsonNode {
    this.#skipSpace()
    switch (this.#text[this.#position]) {
      case '{':
        return this.#nested(() => this.#object())
      case '[':
        return this.#nested(() => this.#array())
      case '"':
        return { type: 'string', value: this.#string() }
      case 't':
        return this.#word('true', { type: 'boolean', value: true })
      case 'f':
        return this.#word('false', { type: 'boolean', value: false })
      case 'n':
        return this.#word('null', { type: 'null' })
      default:
        return { type: 'number', text: this.#number() }
    }
  }

  #nested(read: () => JsonNode): JsonNode {
    if (++this.#depth > maxDepth) throw new NotJson()
    this.#position++
    const node = read()
    this.#depth--
    return node
  }

  #object(): JsonNode {
    const entries: [string, JsonNode][] = []
    if (this.#takes('}')) return { type: 'object', entries }
    do {
      this.#skipSpace()
      const key = this.#string()
      if (!this.#takes(':')) throw new NotJson()
      entries.push([key, this.#value()])
    } while (this.#takes(','))
    if (!this.#takes('}')) throw new NotJson()
    return { type: 'object', entries }
  }

  #array(): JsonNode {
    const items: JsonNode[] = []
    if (this.#takes(']')) return { type: 'array', items }
    do items.push(this.#value())
    while (this.#takes(','))
    if (!this.#takes(']')) throw new NotJson()
    return { type: 'array', items }
  }

  #string(): string {
    const start = this.#position
    if (this.#text[start] !== '"') throw new NotJson()
    let end = this.#text.indexOf('"', start + 1)
    // A quote after an odd number of backslashes is part of the string.
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    if (end < 0) throw new NotJson()
    this.#position = end + 1
    const plain = this.#text.slice(start + 1, end)
    if (!special.test(plain)) return plain
    try {
      // It knows the escapes, and refuses control characters.
      return JSON.parse(this.#text.slice(start, end + 1))
    } catch {
      throw new NotJson()
    }
  }

  #isEscaped(at: number): boolean {
    let start = at
    while (this.#text.charCodeAt(start - 1) === backslash) start--
    return (at - start) % 2 === 1
  }

  #word(word: string, node: JsonNode): JsonNode {
    if (!this.#text.startsWith(word, this.#position)) throw new NotJson()
    this.#position += word.length
    return node
  }

  #number(): string {
    number.lastIndex = this.#position
    const [match] = number.exec(this.#text) ?? []
    if (match === undefined) throw new NotJson()
    this.#position += match.length
    return match
  }

  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#position] !== character) return false
    this.#position++
    return true
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#position))) this.#position++
  }
}

/** A value for people, at most about `length` characters of it. */
export function shownNode(node: JsonNode, length = 200): string {
  switch (node.type) {
    case 'object':
      return `an object of ${counted(node.entries.length, 'key')}`
    case 'array':
      return `a list of ${counted(node.items.length, 'item')}`
    case 'string':
      return shortened(JSON.stringify(node.value), length)
    case 'number':
      return shortened(node.text, length)
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
  }
}

export const shortened = (text: string, length = 200): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
