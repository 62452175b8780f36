/** Ids that may be used once, for all processes that share the file. */
import type { DatabaseSync } from 'node:sqlite'
import { type ReplayStore, ServiceUnavailable } from 'turnpike'
import { sha256Base64Url } from 'turnpike/kit'
import { run, sql } from '../sql.ts'

export const sqliteReplayStore = (database: DatabaseSync): ReplayStore => ({
  async remember(id, seconds) {
    const now = Date.now() / 1000
    try {
      run(database, sql('delete from used_id where ends <= ?', now))
      // One statement: of several calls with one id, one inserts.
      const insert = 'insert into used_id values (?, ?) on conflict do nothing'
      return run(database, sql(insert, sha256Base64Url(id), now + seconds)) === 1
    } catch (error) {
      // Without an answer the id must not count as new.
      throw new ServiceUnavailable({ cause: error })
    }
  },
})
