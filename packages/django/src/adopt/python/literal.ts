import { readPythonString } from './string.ts'
import { Unreadable } from './unreadable.ts'
import type { PythonDuration, PythonOpaque, PythonValue } from './value.ts'

/** Deepest nesting that is read: a hostile text must not exhaust the stack. */
const maxDepth = 100

/**
 * Reads one Python literal as `repr()` writes it: texts, numbers, `None`, `True`, `False`, lists,
 * tuples, sets, dictionaries and `datetime.timedelta(…)`. Paths are texts. Everything else that
 * `repr()` writes, such as `<class 'a.B'>` or `Decimal('1')`, is opaque. Nothing is evaluated.
 *
 * @throws Unreadable with the position when the text is not such a literal.
 */
export function readPythonLiteral(text: string): PythonValue {
  const reader = new LiteralReader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

const opaque: PythonOpaque = { kind: 'opaque' }

class LiteralReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): PythonValue {
    if (depth > maxDepth) throw this.#error('it is nested too deeply')
    this.#blanks()
    const next = this.#text[this.#at]
    if (next === '[') return this.#items(']', depth)
    if (next === '(') return this.#tuple(depth)
    if (next === '{') return this.#braces(depth)
    if (next === '<') return this.#angles()
    return this.#string() ?? this.#number() ?? this.#name(depth)
  }

  end(): void {
    this.#blanks()
    if (this.#at < this.#text.length) throw this.#error('something follows the value')
  }

  #items(close: string, depth: number): PythonValue[] {
    this.#at++
    const items: PythonValue[] = []
    while (!this.#skip(close)) {
      items.push(this.value(depth + 1))
      this.#separator(close)
    }
    return items
  }

  /** `('a')` is a text, `('a',)` a list. */
  #tuple(depth: number): PythonValue {
    const start = this.#at
    const items = this.#items(')', depth)
    const isGroup = items.length === 1 && !/,\s*\)$/.test(this.#text.slice(start, this.#at))
    return isGroup ? (items[0] ?? null) : items
  }

  /** A dictionary or a set. */
  #braces(depth: number): PythonValue {
    this.#at++
    const entries = new Map<string, PythonValue>()
    const items: PythonValue[] = []
    while (!this.#skip('}')) {
      const first = this.value(depth + 1)
      if (this.#skip(':')) {
        const value = this.value(depth + 1)
        if (typeof first === 'string') entries.set(first, value)
      } else items.push(first)
      this.#separator('}')
    }
    return items.length > 0 ? items : { kind: 'dict', entries }
  }

  /** `<function <lambda> at 0x7f>`: to the end of the brackets, whatever is quoted in them. */
  #angles(): PythonOpaque {
    let depth = 0
    do {
      const next = this.#text[this.#at]
      if (next === undefined) throw this.#error('a < is not closed')
      if (next === '<') depth++
      // The arrow of a signature.
      if (next === '>' && this.#text[this.#at - 1] !== '-') depth--
      this.#at++
    } while (depth > 0)
    return opaque
  }

  #string(): string | PythonOpaque | null {
    let text: string | null = null
    let isBytes = false
    for (;;) {
      const read = readPythonString(this.#text, this.#at)
      if (read === null) break
      text = `${text ?? ''}${read.value}`
      isBytes ||= read.isBytes
      this.#at = read.end
      // Python joins texts that follow each other.
      this.#blanks()
    }
    return isBytes ? opaque : text
  }

  #number(): number | PythonOpaque | null {
    const match = this.#match(/[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?(j)?/iy)
    if (match === null) return null
    const number = Number(match[0].replaceAll('_', ''))
    // It would be rounded, or is complex.
    const isExact = match[1] === undefined && Number.isFinite(number)
    return isExact && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : opaque
  }

  /** `None`, `True`, or a call such as `datetime.timedelta(days=1)`. */
  #name(depth: number): PythonValue {
    const match = this.#match(/[\p{L}_][\p{L}\p{N}_.]*/uy)
    if (match === null) throw this.#error('a value is missing')
    const [name] = match
    if (name === 'None') return null
    if (name === 'True') return true
    if (name === 'False') return false
    if (this.#text[this.#at] !== '(') return opaque
    return called(name, this.#call(depth))
  }

  /** The arguments of a call by name; those without a name by their number. */
  #call(depth: number): ReadonlyMap<string, PythonValue> {
    this.#at++
    const given = new Map<string, PythonValue>()
    while (!this.#skip(')')) {
      const name = this.#match(/([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)\s*/uy)?.[1]
      given.set(name ?? String(given.size), this.value(depth + 1))
      this.#separator(')')
    }
    return given
  }

  #separator(close: string): void {
    this.#blanks()
    if (this.#skip(',') || this.#text[this.#at] === close) return
    throw this.#error(`a comma or ${close} is missing`)
  }

  #skip(character: string): boolean {
    this.#blanks()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #blanks(): void {
    this.#match(/\s*/y)
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }

  #error = (reason: string) => new Unreadable(reason, this.#at)
}

function called(name: string, given: ReadonlyMap<string, PythonValue>): PythonValue {
  if (name === 'datetime.timedelta' || name === 'timedelta') return duration(given)
  if (/^(?:Pure)?(?:Posix|Windows)?Path$/.test(name)) return given.get('0') ?? opaque
  return opaque
}

function duration(given: ReadonlyMap<string, PythonValue>): PythonDuration | PythonOpaque {
  let seconds = 0
  for (const [name, value] of given) {
    const unit = units.get(name)
    if (unit === undefined || typeof value !== 'number') return opaque
    seconds += value * unit
  }
  return { kind: 'duration', seconds }
}

/** Seconds of the arguments of `timedelta`, by name and by place. */
const units: ReadonlyMap<string, number> = new Map([
  ['days', 86_400],
  ['0', 86_400],
  ['seconds', 1],
  ['1', 1],
  ['microseconds', 1e-6],
  ['2', 1e-6],
  ['milliseconds', 1e-3],
  ['minutes', 60],
  ['hours', 3600],
  ['weeks', 604_800],
])
