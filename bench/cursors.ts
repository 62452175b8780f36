import { send } from './send.ts'
import type { Running } from './server.ts'

/** The largest page that the entries give. */
const maxPageSize = 10_000

const known = new WeakMap<Running, Map<number, Promise<readonly string[]>>>()

/** So many cursors of a server: of the page behind this many notes, and of those that begin a note later each. */
export function cursorsBehind(
  server: Running,
  place: number,
  count: number,
): Promise<readonly string[]> {
  const ofServer = known.get(server) ?? new Map<number, Promise<readonly string[]>>()
  known.set(server, ofServer)
  const cursors = ofServer.get(place) ?? walk(server, place, count)
  ofServer.set(place, cursors)
  return cursors
}

/** Follows the links of the server, which are all that a client has. */
async function walk(server: Running, place: number, count: number): Promise<readonly string[]> {
  let cursor: string | null = null
  for (let passed = 0; passed < place; passed += maxPageSize) {
    cursor = await cursorAfter(server, cursor, Math.min(place - passed, maxPageSize))
    if (cursor === null) throw new Error(`${server.entry.name} has not ${place} notes.`)
  }
  const cursors = cursor === null ? [] : [cursor]
  while (cursors.length < count) {
    cursor = await cursorAfter(server, cursor, 1)
    if (cursor === null) break
    cursors.push(cursor)
  }
  return cursors
}

/** The cursor of the next page, or null when this is the last one. */
async function cursorAfter(
  { entry, port, credentials: [credentials = ''] }: Running,
  cursor: string | null,
  size: number,
): Promise<string | null> {
  const path = `/timeline/?page_size=${size}${cursor === null ? '' : `&cursor=${cursor}`}`
  const { status, text } = await send(port, { method: 'GET', path, credentials })
  if (status !== 200) throw new Error(`${entry.name} answers ${path} with ${status}: ${text}`)
  const { next } = JSON.parse(text)
  return next && encodeURIComponent(new URL(next).searchParams.get('cursor') ?? '')
}
