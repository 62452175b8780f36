/** A process that writes to SQLite in groups is killed: acknowledged is there, in order, and whole. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { makeDatabase } from './databases.ts'
import { atLeast, exactly, type Finding, figure, isSo, report } from './report.ts'

const writer = fileURLToPath(new URL('group-writer.ts', import.meta.url))

/** Each write makes as many rows of its number, which are there together or not at all. */
export const rowsOfWrite = 3

export async function killedGroups({ rounds }: { rounds: number }): Promise<Finding[]> {
  const database = await makeDatabase('sqlite')
  const path = database.url.slice('sqlite:'.length)
  try {
    let acknowledged = 0
    let lost = 0
    let torn = 0
    let gaps = 0
    let unacknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const child = spawn(
        process.execPath,
        ['--conditions=source', writer, database.url, `${round}`],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const numbers = acknowledgedBy(child)
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
      await sleep(20 + Math.random() * 200)
      child.kill('SIGKILL')
      const known = await numbers

      const counts = rowsThere(path, round)
      acknowledged += known.length
      lost += known.filter((number) => !counts.has(number)).length
      torn += [...counts.values()].filter((count) => count !== rowsOfWrite).length
      // They were sent in the order of their numbers, so none is there without those before it.
      gaps += Math.max(-1, ...counts.keys()) + 1 - counts.size
      unacknowledged += counts.size - known.length
    }
    return [
      figure('rounds', rounds),
      atLeast('acknowledged writes', acknowledged, rounds),
      exactly('acknowledged writes lost', lost, 0),
      exactly('writes there in part', torn, 0),
      exactly('writes missing before later ones', gaps, 0),
      figure('there without having been acknowledged', unacknowledged),
      isSo('the database is intact', isIntact(path)),
    ]
  } finally {
    await database.drop()
  }
}

/** The numbers that the process has printed, when it has ended. */
async function acknowledgedBy({ stdout }: ChildProcess): Promise<number[]> {
  let text = ''
  for await (const chunk of stdout ?? []) text += chunk
  // What follows the last line break may be half of a number.
  return text.split('\n').slice(0, -1).map(Number)
}

/** How many rows of each write of the round are there. */
function rowsThere(path: string, round: number): Map<number, number> {
  const sqlite = new Sqlite(path)
  const counts = sqlite
    .prepare('select number, count(*) from written where round = ? group by number')
    .raw()
    .all(round) as [number, number][]
  sqlite.close()
  return new Map(counts)
}

function isIntact(path: string): boolean {
  const sqlite = new Sqlite(path)
  const verdict = sqlite.pragma('integrity_check', { simple: true })
  sqlite.close()
  return verdict === 'ok'
}

if (import.meta.main) {
  const rounds = process.argv.includes('--quick') ? 5 : 100
  report('SIGKILL under writes in groups, sqlite', await killedGroups({ rounds }))
}
