/** Parameters and bodies of the raw entries. */
import { type Constant, invalidCursor, invalidPage } from './answers.ts'
import { parameter, wholeNumber } from './requests.ts'

const pageSize = 50
const maxLimit = 1000
const maxPageSize = 10_000

export const accountBody = (username: string, email: string, isStaff: boolean): string =>
  `{"username":${JSON.stringify(username)},"email":${JSON.stringify(email)},"is_staff":${isStaff}}`

export const noteBody = (id: number, title: string, priority: number, created: string): string =>
  `{"id":${id},"title":${JSON.stringify(title)},"priority":${priority},"created":"${created}"}`

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

/** Notes as the JSON of a list, and how many they are. */
export type Found = [text: string, count: number]

/** @param found the notes of the page in the order of the list, and one more where there is one. */
export function timelineBody(
  url: string,
  mark: number,
  host: string,
  place: Place | null,
  size: number,
  [text, count]: Found,
): string {
  const goesOn = count > size
  const backward = place?.backward ?? false
  const results = goesOn ? (backward ? withoutFirst(text) : withoutLast(text)) : text
  const asked = parameter(url, mark, 'page_size')
  const tail = asked === null ? '"' : `&page_size=${asked}"`
  const link = (start: number, isBack: 0 | 1) =>
    start < 0 ? null : `"http://${host}/timeline/?cursor=${cursorOf(results, start, isBack)}${tail}`
  const next = backward || goesOn ? link(results.lastIndexOf(noteStart), 0) : null
  const previous = (backward ? goesOn : place !== null) ? link(results.indexOf(noteStart), 1) : null
  return `{"next":${next},"previous":${previous},"results":${results}}`
}

/** What no text within a note contains: its quotation marks are escaped. */
const noteStart = '{"id":'
const createdStart = '"created":'

const withoutLast = (list: string) => `${list.slice(0, list.lastIndexOf(noteStart) - 1)}]`

const withoutFirst = (list: string) => `[${list.slice(list.indexOf(noteStart, 2))}`

/** The cursor behind the note that begins here. */
function cursorOf(list: string, start: number, isBack: 0 | 1): string {
  const id = list.slice(start + noteStart.length, list.indexOf(',', start))
  const created = list.indexOf(createdStart, start) + createdStart.length
  const text = list.slice(created, list.indexOf('}', created))
  return Buffer.from(`[${text},${id},${isBack}]`).toString('base64url')
}
