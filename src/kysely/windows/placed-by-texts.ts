import type { PlacedItem } from '../../items/keyset.ts'
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

  return rows.map((item, row) => ({
    item,
    position: indexes.map((index) => written.texts[row]?.[index] ?? null),
  }))
}
