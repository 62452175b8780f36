import type { PlacedItem } from 'turnpike/kit'
import type { AnyRow } from '../database.ts'
import { textsOfRows } from '../statements/row-texts.ts'

/**
 * Places rows of PostgreSQL by the server's texts of their columns, which it reads back as exactly
 * these values; null when the rows came without texts.
 */
export function placeByTexts(
  rows: readonly AnyRow[],
  fields: readonly string[],
): PlacedItem<AnyRow>[] | null {
  if (rows.length === 0) return []
  const written = textsOfRows.get(rows)
  if (written === undefined) return null
  const indexes = fields.map((field) => written.names.lastIndexOf(field))
  if (indexes.includes(-1)) return null

  const placed: PlacedItem<AnyRow>[] = []
  for (let row = 0; row < rows.length; row++) {
    placed.push({ item: rows[row], position: textsAt(indexes, written.texts[row] ?? []) })
  }
  return placed
}

/** Without a function for each row, and in a list that is not too long. */
function textsAt(indexes: readonly number[], texts: readonly (string | null)[]): (string | null)[] {
  const position = new Array<string | null>(indexes.length)
  for (let at = 0; at < indexes.length; at++) position[at] = texts[indexes[at] as number] ?? null
  return position
}
