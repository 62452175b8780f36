import type { ThrottleDecision, ThrottleStore } from 'turnpike'
import { digestOf, knownOptions } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { standingWrite } from '../transactions/standing-write.ts'
import { type Counting, postgresThrottle, sqliteThrottle, type Taken } from './sql.ts'

export interface KyselyThrottleStoreOptions {
  /**
   * The time in seconds, the same for all processes that share the table. Default the database's
   * clock.
   */
  now?: () => number
}

/** After so many requests expired rows are deleted. */
const requestsBetweenCleanings = 100

export const kyselyThrottleStoreOptions = knownOptions<KyselyThrottleStoreOptions>(
  'kyselyThrottleStore()',
  {
    now: 'optional',
  },
)

/**
 * Counts in the table `turnpike_throttle`, which `migrate(db)` creates: exactly, in one statement,
 * for all processes that share the database. Keys are stored as digests, without addresses and
 * names.
 *
 * Each allowed request writes a row. On PostgreSQL this does not wait for the disk, and the counts
 * are lost when the server crashes; on SQLite it is an ordinary commit.
 */
export function kyselyThrottleStore(
  db: AnyDatabase,
  options: KyselyThrottleStoreOptions = {},
): ThrottleStore {
  kyselyThrottleStoreOptions.require(options)
  const { now } = options
  const tables = db.withoutPlugins()
  const statements = isSqlite(db) ? sqliteThrottle : postgresThrottle
  const time = () => (now === undefined ? null : inMicroseconds(now()))
  let requests = 0

  /** Rows that it fails to delete are deleted later. */
  const clean = async () => {
    if (requests++ % requestsBetweenCleanings > 0) return
    await statements
      .clean(time())
      .execute(tables)
      .catch(() => {})
  }

  return {
    async take(key, { limit, seconds }, isShown = false) {
      if (limit === 0) return { allowed: false, wait: seconds }

      await clean()
      const period = inMicroseconds(seconds)
      const counting: Counting = { key: digestOf(key), limit, period, now: time(), isShown }
      return standingWrite(tables, async (db) => {
        const taken = await statements.take(counting).execute(db)
        const [row] = taken.rows
        if (row !== undefined) return allowedBy(row, seconds)

        const { rows } = await statements.wait(counting).execute(db)
        return { allowed: false, wait: Math.max(0, rows[0]?.wait ?? 0) }
      })
    },

    async giveBack(key) {
      await standingWrite(tables, (db) => statements.giveBack(digestOf(key)).execute(db))
    },
  }
}

/** A clock that was set back a little must not make the window longer than the period. */
const allowedBy = ({ remaining, reset }: Taken, seconds: number): ThrottleDecision =>
  remaining === undefined || reset === undefined
    ? { allowed: true }
    : { allowed: true, remaining, reset: Math.min(reset, seconds) }

const inMicroseconds = (seconds: number) => Math.round(seconds * 1_000_000)
