/** Pages of notes: their parameters and their bodies, whatever reads the database. */
import { Refusal } from './answers.ts'

export interface Note {
  id: number
  title: string
  priority: number
  created: string
}

/** Query parameters by name. */
export interface Query {
  [name: string]: string | undefined
}

export const pageSize = 50
const maxLimit = 1000
const maxPageSize = 10_000

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null

/** `?page=` of a list of so many notes. */
export function pageNumber({ page }: Query, count: number): number {
  const number = wholeNumber(page) ?? 1
  if (number < 1 || number > lastPage(count)) throw new Refusal(404, { detail: 'Invalid page.' })
  return number
}

const lastPage = (count: number) => Math.max(1, Math.ceil(count / pageSize))

export function numberedBody(url: string, number: number, count: number, results: unknown[]) {
  const link = (page: number) => (page === 1 ? url : `${url}?page=${page}`)
  return {
    count,
    next: number < lastPage(count) ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
    results,
  }
}

interface Window {
  limit: number
  offset: number
}

/** `?limit=&offset=` */
export const readWindow = ({ limit, offset }: Query): Window => ({
  limit: Math.min(wholeNumber(limit) || pageSize, maxLimit),
  offset: wholeNumber(offset) ?? 0,
})

export function windowBody(
  url: string,
  { limit, offset }: Window,
  count: number,
  results: unknown[],
) {
  const link = (start: number) =>
    start <= 0 ? `${url}?limit=${limit}` : `${url}?limit=${limit}&offset=${start}`
  return {
    count,
    next: offset + limit < count ? link(offset + limit) : null,
    previous: offset > 0 ? link(offset - limit) : null,
    results,
  }
}

/** Where a page by cursor begins. */
interface Place {
  cursor: Cursor | null
  size: number
}

interface Cursor {
  created: string
  id: number
  backward: boolean
}

/** `?cursor=&page_size=` */
export const readPlace = ({ cursor, page_size }: Query): Place => ({
  cursor: cursor ? readCursor(cursor) : null,
  size: Math.min(wholeNumber(page_size) || pageSize, maxPageSize),
})

/** @param found the notes of the page, and one more where there is one, in the order of reading. */
export function timelineBody(url: string, query: Query, { cursor, size }: Place, found: Note[]) {
  const results = found.slice(0, size)
  const goesOn = found.length > size
  const backward = cursor?.backward ?? false
  if (backward) results.reverse()

  const hasNext = backward || goesOn
  const hasPrevious = backward ? goesOn : cursor !== null
  const link = (note: Note | undefined, isBack: boolean) =>
    note ? linkTo(url, query, writeCursor(note, isBack)) : null
  return {
    next: hasNext ? link(results.at(-1), false) : null,
    previous: hasPrevious ? link(results[0], true) : null,
    results,
  }
}

function readCursor(text: string): Cursor {
  try {
    const [created, id, backward] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof created !== 'string' || !Number.isSafeInteger(id)) throw new TypeError(text)
    return { created, id, backward: backward === 1 }
  } catch {
    throw new Refusal(404, { detail: 'Invalid cursor' })
  }
}

const writeCursor = ({ created, id }: Note, isBack: boolean) =>
  Buffer.from(JSON.stringify([created, id, isBack ? 1 : 0])).toString('base64url')

const linkTo = (url: string, { page_size }: Query, cursor: string) =>
  page_size === undefined
    ? `${url}?cursor=${cursor}`
    : `${url}?cursor=${cursor}&page_size=${page_size}`
