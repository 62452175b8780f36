/**
 * A value of a condition that cannot be one of its field: `abc` for a column of numbers. Reading
 * items that a condition narrows throws it; with a value sent by a client it is a 400.
 */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
  /** The field of the condition; null if the items do not know which of several it was. */
  readonly field: string | null

  constructor(field: string | null, options?: ErrorOptions) {
    const of =
      field === null ? 'of the conditions on items' : `of the condition on the field "${field}"`
    super(`A value ${of} does not fit.`, options)
    this.field = field
  }
}
