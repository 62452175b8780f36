/** What SQLite refuses, as an answer to the client. */
import { Conflict, ErrorMessage, ValidationError } from 'turnpike'

/**
 * The exception for a violated constraint; other errors as they are.
 *
 * A value that is taken or missing is a 400 with its field, everything else a 409.
 */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const code = Number(error.errcode)
  if ((code & 0xff) !== constraint) return error

  const cause = { cause: error }
  const [, columns = ''] = /^[A-Z ]+ constraint failed: (.+)$/.exec(error.message) ?? []
  const fields = columns.split(', ').map((name) => name.replace(/^.*\./, ''))
  const message = messages[code]
  if (message === undefined || fields.length !== 1) {
    return new Conflict(undefined, undefined, cause)
  }
  return new ValidationError({ [fields[0] as string]: [message] }, undefined, cause)
}

/** The result codes of SQLite: https://www.sqlite.org/rescode.html */
const constraint = 19

const taken = new ErrorMessage('This field must be unique.', 'unique')

const messages: Readonly<Record<number, ErrorMessage>> = {
  1299: new ErrorMessage('This field may not be null.', 'null'),
  1555: taken, // of a primary key
  2067: taken,
}
