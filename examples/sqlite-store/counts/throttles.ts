/** Counts of requests, for all processes that share the file. */
import type { DatabaseSync } from 'node:sqlite'
import type { ThrottleStore } from 'turnpike'
import { sha256Base64Url } from 'turnpike/kit'
import { allRows, atomically, run, sql } from '../sql.ts'

export interface SqliteThrottleStoreOptions {
  /** The time in seconds, the same for all processes. Default the clock. */
  now?: () => number
}

export function sqliteThrottleStore(
  database: DatabaseSync,
  { now = () => Date.now() / 1000 }: SqliteThrottleStoreOptions = {},
): ThrottleStore {
  return {
    async take(name, { limit, seconds }, isShown = false) {
      if (limit === 0) return { allowed: false, wait: seconds }
      const key = sha256Base64Url(name)

      // What is read must still hold when it is written, or bursts get through.
      return atomically(database, () => {
        const moment = now()
        run(database, sql('delete from counted_request where ends <= ?', moment))
        const counted = allRows<{ at: number }>(
          database,
          sql(
            'select at from counted_request where key = ? and at + ? > ? order by at',
            ...[key, seconds, moment],
          ),
        )
        const untilLeft = (at: number) => at + seconds - moment
        const blocking = counted[counted.length - limit]
        if (blocking !== undefined) return { allowed: false, wait: untilLeft(blocking.at) }

        run(
          database,
          sql('insert into counted_request values (?, ?, ?)', key, moment, moment + seconds),
        )
        if (!isShown) return { allowed: true }
        const reset = untilLeft(counted[0]?.at ?? moment)
        return { allowed: true, remaining: limit - counted.length - 1, reset }
      })
    },

    async giveBack(name) {
      const latest = 'select rowid from counted_request where key = ? order by at desc limit 1'
      const remove = `delete from counted_request where rowid = (${latest})`
      run(database, sql(remove, sha256Base64Url(name)))
    },
  }
}
