/** A text is not a Python literal. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  /** The number of characters before the fault. */
  readonly position: number

  constructor(reason: string, position: number) {
    super(reason)
    this.position = position
  }
}
