import { Buffer } from 'node:buffer'

/*
 * The checks that better-sqlite3 makes itself. The other libraries take an object for named
 * parameters, round or truncate large integers, and ignore what follows the first statement.
 */

/**
 * The values, which the library binds in this order.
 *
 * @throws TypeError, RangeError for a value that SQLite cannot store.
 */
export function bound(parameters: readonly unknown[]): readonly unknown[] {
  let isComplete = true
  for (const value of parameters) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) continue
    if (value === undefined) isComplete = false
    else if (typeof value === 'bigint') requireInteger(value)
    else if (!(value instanceof Uint8Array)) throw new TypeError(notBindable)
  }
  return isComplete ? parameters : parameters.map((value) => value ?? null)
}

const notBindable = 'SQLite can only bind numbers, strings, bigints, buffers, and null'

function requireInteger(value: bigint): void {
  if (BigInt.asIntN(64, value) === value) return
  throw new RangeError(`The bigint ${value} is too big: SQLite has integers of 64 bits`)
}

/** @throws RangeError for text with several statements. It must be valid SQL. */
export function requireOneStatement(sql: string): void {
  if (!sql.includes(';') || /^\s*create\s+(temp(orary)?\s+)?trigger\b/i.test(sql)) return
  if (!/;[^;]*[^;\s]/.test(sql.replace(notCode, (text) => (isComment.test(text) ? ' ' : 'x'))))
    return
  throw new RangeError('The SQL contains more than one statement: execute each by itself')
}

/** Strings, quoted names, and comments. */
const notCode =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

const isComment = /^(--|\/\*)/

/** The same memory, as better-sqlite3 returns it. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
