import { ServiceUnavailable } from 'turnpike'
import { Lru } from 'turnpike/kit'

/** Runs work in turn. */
export type Line = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For each place in a line, so many others may wait for their turn. */
const waitingForEach = 20

/**
 * Runs at most so many at a time; the others wait.
 *
 * @throws ServiceUnavailable when the line is too long: further ones would time out.
 */
export function lineOf(most: number): Line {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running >= most) {
      if (waiting.length >= most * waitingForEach) throw new ServiceUnavailable()
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The next one takes over this place.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

/** After so many wrong tokens in so many seconds, those of an address are asked for in turn. */
const wrongTokens = 20
const seconds = 60

/** Addresses from which many wrong tokens come. */
export interface Suspects {
  /** The line of an address, one at a time; null if it is under no suspicion. */
  line(address: string): Line | null
  /** Notes a wrong token. */
  note(address: string): void
}

/**
 * Somebody who makes tokens up keeps the authorization server busy with one request at a time.
 * Addresses are not refused: many honest clients with expired tokens may share one.
 */
export function suspects(): Suspects {
  const known = new Lru<string, { count: number; until: number; readonly line: Line }>({
    max: 10_000,
  })
  const current = (address: string) => {
    const found = known.get(address)
    return found !== undefined && found.until > performance.now() ? found : null
  }

  return {
    line(address) {
      const found = current(address)
      return found !== null && found.count >= wrongTokens ? found.line : null
    },

    note(address) {
      const found = current(address)
      if (found !== null) found.count++
      else {
        const until = performance.now() + seconds * 1000
        known.set(address, { count: 1, until, line: lineOf(1) })
      }
    },
  }
}
