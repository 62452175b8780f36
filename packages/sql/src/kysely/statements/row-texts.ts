/** The values of rows as the server wrote them. */
export interface RowTexts {
  /** The names of the columns. */
  readonly names: readonly string[]
  /** The texts of each row; null for NULL. */
  readonly texts: readonly (readonly (string | null)[])[]
}

const ofRows = Symbol('texts of rows')

/**
 * The texts of a list of rows, from statements that keep them. They are kept at the list itself: a
 * `WeakMap` is old, and keeps the texts of every page until the next full collection.
 */
export const textsOfRows = {
  get: (rows: readonly unknown[]): RowTexts | undefined =>
    (rows as { [ofRows]?: RowTexts })[ofRows],

  set(rows: readonly unknown[], texts: RowTexts): void {
    Object.defineProperty(rows, ofRows, { value: texts })
  },
}

/** The rows of two results of the same columns, with their texts if both have them. */
export function joinedRows<Row>(first: readonly Row[], second: readonly Row[]): Row[] {
  const rows = [...first, ...second]
  const [one, other] = [textsOfRows.get(first), textsOfRows.get(second)]
  if (one && other) {
    textsOfRows.set(rows, { names: one.names, texts: [...one.texts, ...other.texts] })
  }
  return rows
}
