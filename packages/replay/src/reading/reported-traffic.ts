import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { OnProgress } from 'turnpike/kit'
import type { TrafficOptions } from './formats.ts'
import type { Recorded } from './recorded-request.ts'
import { openTraffic } from './traffic.ts'

/**
 * The requests of a file, or of the standard input: `-`. Each is reported when the next one is
 * asked for.
 *
 * @param limit how many of them are sent at most; null for all.
 * @throws what `openTraffic` throws.
 */
export async function* reportedTraffic(
  path: string,
  options: TrafficOptions,
  limit: number | null,
  onProgress: OnProgress,
): AsyncGenerator<Recorded> {
  const of = path === '-' ? 'standard input' : basename(path)
  let total: number | null = null
  let isEnded = false
  // A pipe cannot be read twice, and a limit is one of the requests that are sent.
  if (path !== '-' && limit === null && statSync(path).isFile()) {
    // Meanwhile, because it takes a while for a large file, whose faults are reported below.
    const counting = countUnless(() => isEnded, openTraffic(path, options))
    counting.then((count) => (total = count)).catch(() => {})
  }
  let done = 0
  try {
    for await (const recorded of openTraffic(path, options)) {
      yield recorded
      onProgress({ of, done: ++done, total, unit: 'requests' })
    }
  } finally {
    isEnded = true
  }
}

async function countUnless(isEnded: () => boolean, traffic: AsyncIterable<Recorded>) {
  let count = 0
  for await (const _ of traffic) {
    if (isEnded()) break
    count++
  }
  return count
}
