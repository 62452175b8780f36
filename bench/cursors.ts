import { send } from './send.ts'
import type { Running } from './server.ts'
import { pageSize } from './works.ts'

/** Pages that follow one another: one cursor again and again would be a page that is known by heart. */
const cursorCount = 20

/** The largest page that the entries give. */
const maxPageSize = 10_000

const known = new WeakMap<Running, Map<number, Promise<readonly string[]>>>()

/** Cursors of a server: of the page behind this many notes, and of the ones after it. */
export function cursorsBehind(server: Running, place: number): Promise<readonly string[]> {
  const ofServer = known.get(server) ?? new Map<number, Promise<readonly string[]>>()
  known.set(server, ofServer)
  const cursors = ofServer.get(place) ?? walk(server, place)
  ofServer.set(place, cursors)
  return cursors
}

/** Follows the links of the server, which are all that a client has. */
async function walk(server: Running, place: number): Promise<readonly string[]> {
  let cursor: string | null = null
  for (let passed = 0; passed < place; passed += maxPageSize) {
    cursor = await cursorAfter(server, cursor, Math.min(place - passed, maxPageSize))
    if (cursor === null) throw new Error(`${server.entry.name} has not ${place} notes.`)
  }
  const cursors = cursor === null ? [] : [cursor]
  while (cursors.length < cursorCount) {
    cursor = await cursorAfter(server, cursor, pageSize)
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
