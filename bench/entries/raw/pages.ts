/** Parameters and bodies of the raw entries' pages. */
import { type Constant, invalidCursor, invalidPage } from './answers.ts'
import { parameter, wholeNumber } from './requests.ts'

const pageSize = 50
const maxLimit = 1000
const maxPageSize = 10_000

export interface Note {
  id: number
  title: string
  priority: number
  created: string
}

/** Notes of a list, and the body around them. */
export interface Slice {
  readonly limit: number
  readonly offset: number
  body(results: string): string
}

/** `?page=` of `/notes/` */
export function numberedPage(
  url: string,
  mark: number,
  host: string,
  count: number,
): Slice | Constant {
  const number = wholeNumber(parameter(url, mark, 'page')) ?? 1
  const last = Math.max(1, Math.ceil(count / pageSize))
  if (number < 1 || number > last) return invalidPage
  const base = `"http://${host}/notes/`
  const link = (page: number) => (page === 1 ? `${base}"` : `${base}?page=${page}"`)
  const next = number < last ? link(number + 1) : null
  const previous = number > 1 ? link(number - 1) : null
  return {
    limit: pageSize,
    offset: (number - 1) * pageSize,
    body: (results) =>
      `{"count":${count},"next":${next},"previous":${previous},"results":${results}}`,
  }
}

/** `?limit=&offset=` of `/window/` */
export function windowOf(url: string, mark: number, host: string, count: number): Slice {
  const limit = Math.min(wholeNumber(parameter(url, mark, 'limit')) || pageSize, maxLimit)
  const offset = wholeNumber(parameter(url, mark, 'offset')) ?? 0
  const base = `"http://${host}/window/?limit=${limit}`
  const link = (start: number) => (start <= 0 ? `${base}"` : `${base}&offset=${start}"`)
  const next = offset + limit < count ? link(offset + limit) : null
  const previous = offset > 0 ? link(offset - limit) : null
  return {
    limit,
    offset,
    body: (results) =>
      `{"count":${count},"next":${next},"previous":${previous},"results":${results}}`,
  }
}

/** Where a page by cursor begins. */
export interface Place {
  readonly created: string
  readonly id: number
  readonly backward: boolean
}

/** `?page_size=` */
export const timelineSize = (url: string, mark: number): number =>
  Math.min(wholeNumber(parameter(url, mark, 'page_size')) || pageSize, maxPageSize)

/** `?cursor=`; null is the beginning. */
export function placeOf(url: string, mark: number): Place | Constant | null {
  const cursor = parameter(url, mark, 'cursor')
  if (!cursor) return null
  try {
    const [created, id, backward] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof created !== 'string' || !Number.isSafeInteger(id)) return invalidCursor
    return { created, id, backward: backward === 1 }
  } catch {
    return invalidCursor
  }
}

/** @param found the notes of the page, and one more where there is one, in the order of reading. */
export function timelineBody(
  url: string,
  mark: number,
  host: string,
  place: Place | null,
  size: number,
  found: Note[],
): string {
  const goesOn = found.length > size
  if (goesOn) found.pop()
  const backward = place?.backward ?? false
  if (backward) found.reverse()

  const asked = parameter(url, mark, 'page_size')
  const tail = asked === null ? '"' : `&page_size=${asked}"`
  const link = (note: Note | undefined, isBack: 0 | 1) =>
    note ? `"http://${host}/timeline/?cursor=${cursorOf(note, isBack)}${tail}` : null
  const next = backward || goesOn ? link(found[found.length - 1], 0) : null
  const previous = (backward ? goesOn : place !== null) ? link(found[0], 1) : null
  return `{"next":${next},"previous":${previous},"results":${JSON.stringify(found)}}`
}

const cursorOf = ({ created, id }: Note, isBack: 0 | 1) =>
  Buffer.from(`["${created}",${id},${isBack}]`).toString('base64url')
