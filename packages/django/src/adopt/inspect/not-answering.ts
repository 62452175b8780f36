import { ConfigurationError } from 'turnpike'

/** The reason why a server cannot be read. Drivers name the address, and never the password. */
export function notAnswering(error: unknown): ConfigurationError {
  const { message, code, errors } = error as {
    message?: string
    code?: string
    errors?: readonly Error[]
  }
  // Node tries several addresses of a host, and says nothing of its own.
  const reason = message || errors?.[0]?.message || code || String(error)
  return new ConfigurationError(
    `The database does not answer: ${reason}. Correct DATABASE_URL, or start the database.`,
    { cause: error },
  )
}
