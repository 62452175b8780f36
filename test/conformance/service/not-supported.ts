/** A scenario asks for something that Turnpike, or the vocabulary as we know it, does not have. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'

  constructor(what: string) {
    super(`${what} is not supported yet.`)
  }
}
