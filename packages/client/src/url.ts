/** A value in a query. Null and undefined are left out, a list is joined by commas. */
export type QueryValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | readonly (string | number | bigint | boolean | Date)[]

/** The key of an item in a path. */
export type Id = string | number | bigint

/**
 * The query with its question mark; empty without values.
 *
 * @throws TypeError for an empty list: without the parameter, everything would be listed. For a
 *   text in a list that is empty or has a comma: it would be read as none, or as several.
 */
export function queryText(query: object = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries<QueryValue>(query as never)) {
    if (value == null) continue
    const values = [value].flat().map(text)
    if (Array.isArray(value) && (!values[0] || values.some((each) => !each || each.includes(','))))
      throw new TypeError(`${name} needs values without commas.`)
    params.set(name, values.join())
  }
  return `?${params}`.replace(/^\?$/, '')
}

const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/**
 * The key as a segment of a path.
 *
 * @throws TypeError for a key that would lead to another path.
 */
export function segment(id: Id): string {
  const written = encodeURIComponent(`${id}`)
  if (id == null || /^\.{0,2}$/.test(written))
    throw new TypeError(`${JSON.stringify(id)} is not a key of an item.`)
  return written
}

/** The path with its parameters filled in. */
export const filled = (path: string, params: Readonly<Record<string, Id>> = {}): string =>
  path.replace(/(?<=\/):(\w+)(\{[^/]*\})?\??/g, (_, name) => segment(params[name] as Id))
