/**
 * A position from which items cannot be read, because a field of their ordering has another type
 * since it was written. With a client's cursor it is a 404.
 */
export class UnreadablePosition extends Error {
  override readonly name = 'UnreadablePosition'

  constructor(options?: ErrorOptions) {
    super('The position does not fit the fields of the ordering.', options)
  }
}
