/** A command of the command line failed. The message says what to change. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
