import { mark } from 'turnpike/kit'

/** The values of rows as the server wrote them. */
export interface RowTexts {
  /** The names of the columns. */
  readonly names: readonly string[]
  /** The texts of each row; null for NULL. */
  readonly texts: readonly (readonly (string | null)[])[]
}

/** Texts by the list of the rows, for statements that keep them. */
export const textsOfRows = mark<readonly unknown[], RowTexts>()

/** The rows of two results of the same columns, with their texts if both have them. */
export function joinedRows<Row>(first: readonly Row[], second: readonly Row[]): Row[] {
  const rows = [...first, ...second]
  const [one, other] = [textsOfRows.get(first), textsOfRows.get(second)]
  if (one && other) {
    textsOfRows.set(rows, { names: one.names, texts: [...one.texts, ...other.texts] })
  }
  return rows
}
