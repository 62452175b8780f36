import { isRead } from '../../../http/syntax/safe-methods.ts'
import { jsonText } from '../../../rendering/json.ts'
import { isObject } from '../../../validation/values.ts'
import type { PageContext } from '../../page-context.ts'

/** The items of a list as a table shows them. */
export interface Rows {
  /** The names of their fields, in the order in which they first occur. */
  readonly columns: readonly string[]
  /** The items in the form of JSON. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** How many items the response has. It may be more than there are rows. */
  readonly length: number
}

/** Maximum number of columns, and of cells: more would hold up other requests and the browser. */
const maxColumns = 100
const maxCells = 10_000

/**
 * The rows of a response to GET or HEAD whose data are a list of objects, or a page of one. Null
 * for any other response, and for an empty list.
 */
export function rowsOf(data: unknown, context: PageContext): Rows | null {
  const { request, status } = context
  const list = isRead(request.method) && status === 200 ? listIn(data, context) : null
  if (list === null || list.length === 0) return null

  // As JSON has them: a `Date` is a text, and fields without a value are absent.
  const rows: unknown = JSON.parse(jsonText(list.slice(0, maxCells)))
  if (!Array.isArray(rows) || !rows.every(isObject)) return null

  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, maxColumns)
  if (columns.length === 0) return null
  return { columns, rows: rows.slice(0, Math.ceil(maxCells / columns.length)), length: list.length }
}

/**
 * The list that the data are, or that is in them: under `results`, or under another name if it is
 * the only list of a list view's data.
 */
export function listIn(data: unknown, { view }: PageContext): readonly unknown[] | null {
  if (Array.isArray(data)) return data
  if (!isObject(data)) return null
  if (Array.isArray(data.results)) return data.results

  const [list, ...others] = Object.values(data).filter(Array.isArray)
  const isList = view.operations.get('GET')?.isList === true
  return isList && list !== undefined && others.length === 0 ? list : null
}
