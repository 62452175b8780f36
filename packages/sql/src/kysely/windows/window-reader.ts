import type { Ordering } from 'turnpike'
import {
  type KeysetWindow,
  memoizeByContent,
  type PlacedItems,
  type Position,
  positionLikeness,
  UnreadablePosition,
} from 'turnpike/kit'
import { isReadable, isUnreadableValue } from '../conditions/unreadable.ts'
import { type AnyRow, isSqlite } from '../database.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { fieldsInOtherForm } from '../sqlite/rows.ts'
import { takesDirectWay } from '../statements/direct.ts'
import { joinedRows } from '../statements/row-texts.ts'
import { requireExactTexts, settingsColumn } from './exact-texts.ts'
import { fieldsInRows } from './fields-in-rows.ts'
import { placeByTexts } from './placed-by-texts.ts'
import {
  exactValueText,
  isExactValue,
  type PositionSql,
  postgresPositions,
  sqlitePositions,
} from './position.ts'
import { positionColumn, type Shape, segmentStatements, shapeOf } from './segment-statements.ts'

/** A window of rows. */
export interface RowWindow extends KeysetWindow {
  /** How many items of the window to skip. */
  readonly skip: number
}

/** Reads the rows of a query by their position. */
export interface WindowReader {
  rows(window: RowWindow): Promise<AnyRow[]>
  placedRows(window: RowWindow): Promise<PlacedItems<AnyRow>>
}

/** Maximum number of shapes (ordering, direction, nulls) with compiled statements. */
const maxShapes = 64

/** Reads windows of a query in any order. */
export function windowReader(listed: ListedQuery): WindowReader {
  const { db } = listed
  const ofSqlite = isSqlite(db)
  const positions = ofSqlite ? sqlitePositions : postgresPositions
  const statementsOf = memoizeByContent(
    (shape: Shape) => segmentStatements(listed, positions, shape),
    maxShapes,
  )
  const fieldsOf = memoizeByContent(
    (ordering: Ordering) => fieldsInRows(listed, ordering),
    maxShapes,
  )
  let haveBeenExact = true
  let inOtherForm = fieldsInOtherForm([])

  /** Reads the segments one by one until the page is full. */
  async function read(window: RowWindow, withColumns: boolean): Promise<AnyRow[]> {
    const { from, limit } = window
    const { statements, restore } = statementsOf(shapeOf(window, positions, withColumns))
    const values = (from ?? []).map((text) => (text === null ? null : positions.read(text)))
    const rowsOf = async (segment: number, limit: number, offset: number): Promise<AnyRow[]> => {
      const statement = (statements[segment] as (typeof statements)[number])(values, limit, offset)
      const { rows } = await db.executeQuery<AnyRow>(statement).catch(async (error: unknown) => {
        const isOfPosition = from !== null && (await isUnreadablePosition(listed, error))
        throw isOfPosition ? new UnreadablePosition({ cause: error }) : error
      })
      if (rows.length > 0) inOtherForm = fieldsInOtherForm(rows)
      return rows
    }

    let found: AnyRow[] = []
    let { skip } = window
    for (let segment = 0; segment < statements.length && found.length < limit; segment++) {
      const rows = await rowsOf(segment, limit - found.length, skip)
      found = found.length === 0 ? rows : joinedRows(found, rows)
      if (rows.length > 0) skip = 0
      else if (skip > 0 && segment < statements.length - 1) {
        skip -= (await rowsOf(segment, skip, 0)).length
      }
    }
    return restore(found)
  }

  return {
    rows: (window) => read(window, false),

    async placedRows(window) {
      const { ordering } = window
      const mayBeExact = haveBeenExact && (ofSqlite || takesDirectWay(db.getExecutor()))
      const fields = mayBeExact ? fieldsOf(ordering) : null
      if (fields !== null) {
        const rows = await read(window, false)
        const placed = fields.some((name) => inOtherForm.has(name))
          ? null
          : ofSqlite
            ? placeByFields(rows, fields)
            : placeByTexts(rows, fields)
        if (placed !== null) return placed
        haveBeenExact = false
      }
      const rows = await read(window, true)
      if (!ofSqlite) requireExactTexts(rows)
      const taken = rows.map((row) => takenOff(row, ordering, positions.spelling))
      return { items: rows, positionOf: (index) => taken[index] as Position }
    },
  }
}

/** Whether the error is about the position: PostgreSQL does not say which value it cannot read. */
const isUnreadablePosition = async (listed: ListedQuery, error: unknown): Promise<boolean> =>
  isUnreadableValue(error) && (await isReadable(listed))

/** Places rows by their own values; null when one of these is not exact. */
function placeByFields(rows: AnyRow[], fields: readonly string[]): PlacedItems<AnyRow> | null {
  const { length } = fields
  // Rows belong to the application, which may change them before a position is asked for.
  const values = new Array<unknown>(rows.length * length)
  let areExact = true
  const likeness = positionLikeness(rows.length, length, (row, field) => {
    const value = rows[row][fields[field] as string]
    if (!isExactValue(value)) areExact = false
    values[row * length + field] = value
    return value
  })
  if (!areExact) return null

  const positionOf = (row: number) =>
    values.slice(row * length, (row + 1) * length).map(exactValueText)
  return { items: rows, positionOf, likeness }
}

/** Takes the columns of its position and its session off a row. */
function takenOff(row: AnyRow, ordering: Ordering, spelling: PositionSql['spelling']): Position {
  const position: Position = ordering.map((_, index) => {
    const text: string | null | undefined = row[positionColumn(index)]
    return text === null || text === undefined ? null : spelling(text)
  })
  delete row[settingsColumn]
  // Last one first: other deletions make an object slow.
  for (let index = ordering.length - 1; index >= 0; index--) delete row[positionColumn(index)]
  return position
}
