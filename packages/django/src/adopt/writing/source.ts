/** TypeScript to write: a text, or a list in brackets, which is broken over lines if need be. */
export type Code = string | Bracketed

interface Bracketed {
  /** The text before the list: `z.object({`. */
  readonly open: string
  readonly items: readonly Code[]
  /** The text after it: `})`. */
  readonly close: string
  /** Whether each item has a line of its own, however short they are. */
  readonly isBroken: boolean
}

const maxWidth = 100

/** A list in brackets: `bracketed('z.object({', fields, '})')`. */
export const bracketed = (
  open: string,
  items: readonly Code[],
  close: string,
  { isBroken = false } = {},
): Bracketed => ({ open, items, close, isBroken: isBroken && items.length > 0 })

/** Code with something in front: `labelled('schema: ', code)`. */
export const labelled = (before: string, code: Code): Code =>
  typeof code === 'string' ? before + code : { ...code, open: before + code.open }

/** Code with something behind it. */
export const followed = (code: Code, after: string): Code =>
  typeof code === 'string' ? code + after : { ...code, close: code.close + after }

/** The text of code, at this indentation. */
export function printed(code: Code, indent = 0): string {
  if (typeof code === 'string') return code
  const flat = isFlat(code) ? flattened(code) : null
  // One character for a comma.
  if (flat !== null && indent + flat.length + (indent > 0 ? 1 : 0) <= maxWidth) return flat
  const margin = ' '.repeat(indent)
  const lines = code.items.map((item) => `${margin}  ${printed(item, indent + 2)},\n`)
  return `${code.open}\n${lines.join('')}${margin}${code.close}`
}

const isFlat = (code: Code): boolean =>
  typeof code === 'string' ? !code.includes('\n') : !code.isBroken && code.items.every(isFlat)

function flattened(code: Code): string {
  if (typeof code === 'string') return code
  const inner = code.items.map(flattened).join(', ')
  const pad = /\{$/.test(code.open) && code.items.length > 0 ? ' ' : ''
  return `${code.open}${pad}${inner}${pad}${code.close}`
}

/** A string literal. Whatever the text is, it stays one. */
export function stringLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll(hidden, escapedCharacter)
  return quote + escaped + quote
}

/** Control and format characters, separators of lines, and halves of surrogate pairs. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const escapedCharacter = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${code}`
  }).join('')

/** `2_147_483_647` */
export const numberLiteral = (value: number): string => {
  const digits = String(Math.abs(value))
  const text = digits.length < 5 ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, '_')
  return value < 0 ? `-${text}` : text
}

/** The key of a member: quoted only if it is not an identifier. */
export const memberName = (name: string): string =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : stringLiteral(name)

/** Text for a line comment. */
export const commentText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?').replaceAll('*/', '* /')

/** The imports of a file, by module, in the order of the modules. */
export class Imports {
  readonly #modules = new Map<string, Set<string>>()

  /** @param name `type Kysely` for a type. */
  add(module: string, ...names: string[]): void {
    const known = this.#modules.get(module) ?? new Set()
    this.#modules.set(module, known)
    for (const name of names) known.add(name)
  }

  toString(): string {
    return [...this.#modules]
      .filter(([, names]) => names.size > 0)
      .toSorted(([one], [other]) => moduleOrder(one, other))
      .map(([module, names]) => importLine(module, [...names]))
      .join('\n')
  }
}

function importLine(module: string, names: readonly string[]): string {
  const sorted = names.toSorted((one, other) => compare(bare(one), bare(other)))
  const from = `} from ${stringLiteral(module)}`
  const areTypes = sorted.every((name) => name.startsWith('type '))
  return areTypes
    ? printed(bracketed('import type {', sorted.map(bare), from))
    : printed(bracketed('import {', sorted, from))
}

const bare = (name: string) => name.replace(/^type /, '')

/** Packages of Node, then others, then files. */
const moduleOrder = (one: string, other: string): number =>
  rank(one) - rank(other) || Number(one > other) - Number(one < other)

const rank = (module: string) => (module.startsWith('node:') ? 0 : module.startsWith('.') ? 2 : 1)

/** As the formatter sorts names: A, a, B, b, at the first character that differs. */
const compare = (one: string, other: string): number => {
  const [left, right] = [orderOf(one), orderOf(other)]
  return Number(left > right) - Number(left < right)
}

const orderOf = (name: string): string =>
  name.replaceAll(/./g, (letter) => letter.toLowerCase() + (/[A-Z]/.test(letter) ? '0' : '1'))
