import { type PlacedItems, positionLikeness } from 'turnpike/kit'
import type { AnyRow } from '../database.ts'
import { textsOfRows } from '../statements/row-texts.ts'

/**
 * Places rows of PostgreSQL by the server's texts of their columns, which it reads back as exactly
 * these values; null when the rows came without texts.
 */
export function placeByTexts(
  rows: AnyRow[],
  fields: readonly string[],
): PlacedItems<AnyRow> | null {
  const { names, texts } = textsOfRows.get(rows) ?? { names: [], texts: [] }
  const indexes = fields.map((field) => names.lastIndexOf(field))
  if (rows.length > 0 && indexes.includes(-1)) return null

  return {
    items: rows,
    positionOf: (row) => indexes.map((index) => texts[row]?.[index] ?? null),
    likeness: positionLikeness(
      rows.length,
      indexes.length,
      (row, field) => texts[row]?.[indexes[field] as number] ?? null,
    ),
  }
}
