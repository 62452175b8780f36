/*
 * Messages of PostgreSQL's protocol (version 3) that run a prepared statement. `pg` writes each one
 * by itself; here all of a statement are one piece of memory.
 */

/** A value as text; null for NULL. */
export type ParameterText = string | null

/** Maximum number of parameters of a statement in the protocol. */
const maxParameters = 2 ** 16 - 1

/**
 * The values as texts; null when one is neither a text, a number, a boolean, nor null, or when they
 * are more than the protocol allows.
 */
export function parameterTexts(values: readonly unknown[]): ParameterText[] | null {
  if (values.length > maxParameters) return null
  const texts: ParameterText[] = []
  for (const value of values) {
    if (typeof value === 'string') texts.push(value)
    else if (value === null || value === undefined) texts.push(null)
    else if (typeof value === 'object' || typeof value === 'function') return null
    else texts.push(String(value))
  }
  return texts
}

/** Describe the portal, execute it without a limit of rows, and end the statement. */
const describeAndExecute = Buffer.from('D\0\0\0\x06P\0E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1')
const execute = describeAndExecute.subarray(7)

/**
 * Binds the values to the prepared statement and executes it.
 *
 * @param name of the statement, in ASCII.
 * @param describes whether the server describes the columns first.
 */
export function executionOf(
  name: string,
  values: readonly ParameterText[],
  describes: boolean,
): Buffer {
  const end = describes ? describeAndExecute : execute
  let length = 4 + 1 + name.length + 1 + 2 + 2 + 2
  for (const value of values) length += 4 + (value === null ? 0 : Buffer.byteLength(value))

  const message = Buffer.allocUnsafe(1 + length + end.length)
  let at = message.writeUInt8(bind, 0)
  at = message.writeInt32BE(length, at)
  // The unnamed portal.
  at = message.writeUInt8(0, at)
  at += message.write(name, at, 'latin1')
  at = message.writeUInt8(0, at)
  // All values and all results are texts.
  at = message.writeInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const value of values) {
    if (value === null) at = message.writeInt32BE(-1, at)
    else {
      const written = message.write(value, at + 4)
      message.writeInt32BE(written, at)
      at += 4 + written
    }
  }
  at = message.writeInt16BE(0, at)
  message.set(end, at)
  return message
}

const bind = 'B'.charCodeAt(0)

/** Prepares a statement under a name in ASCII. The server finds the types of its parameters. */
export const preparationOf = (name: string, text: string): Buffer =>
  message('P', `${name}\0${text}\0\0\0`)

/** Forgets a prepared statement. It is no error when there is none. */
export const closingOf = (name: string): Buffer => message('C', `S${name}\0`)

function message(type: string, body: string): Buffer {
  const length = Buffer.byteLength(body)
  const bytes = Buffer.allocUnsafe(5 + length)
  bytes.write(type, 0, 'latin1')
  bytes.writeInt32BE(4 + length, 1)
  bytes.write(body, 5, 'utf8')
  return bytes
}
