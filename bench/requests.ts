import { cursorsBehind } from './cursors.ts'
import type { BenchRequest } from './send.ts'
import type { Running } from './server.ts'
import type { Work } from './works.ts'

/** More pages of 50 notes than Turnpike keeps the texts of, which are 16 million characters. */
const requestCount = 4000

/** The requests of a work to one server: for all of them the same, but for tokens and cursors. */
export async function requestsOf(
  { request, isAnonymous, cursorBehind }: Work,
  server: Running,
  rows: number,
): Promise<BenchRequest[]> {
  const random = randomNumbers(20_251_121)
  const cursors = cursorBehind ? await cursorsBehind(server, cursorBehind(rows), requestCount) : []
  return Array.from({ length: requestCount }, (_, index) => ({
    ...request({ index, random, rows, cursors }),
    ...(!isAnonymous && {
      credentials: server.credentials[random(server.credentials.length)] as string,
    }),
  }))
}

/** The same numbers in every run (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
