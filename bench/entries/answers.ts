/** What the entries say when they refuse. */

/** The body of a refusal with its status. Nobody reads its stack, which would be most of its cost. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super('refused')
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.body = body
  }
}

export const notAuthenticated = { detail: 'Authentication credentials were not provided.' }
export const invalidToken = { detail: 'Invalid token.' }
export const notFound = { detail: 'Not found.' }
export const notAllowed = (method: string) => ({ detail: `Method '${method}' not allowed.` })
