import { sql } from 'kysely'
import type { ReplayStore } from 'turnpike'
import { knownOptions, sha256Base64Url } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { expiredRows } from '../statements/expired-rows.ts'
import { milliseconds } from '../statements/milliseconds.ts'
import { standingWrite } from '../transactions/standing-write.ts'

export interface KyselyReplayStoreOptions {
  /**
   * The time in seconds since 1970, the same for all processes that share the table. Default the
   * database's clock.
   */
  now?: () => number
}

export const kyselyReplayStoreOptions = knownOptions<KyselyReplayStoreOptions>(
  'kyselyReplayStore()',
  { now: 'optional' },
)

/**
 * Remembers ids in the table `turnpike_replay`, which `migrate(db)` creates, for all processes that
 * share the database. Each id is one statement, which stands even if the transaction of its request
 * is rolled back.
 *
 * On PostgreSQL this does not wait for the disk, and the ids are forgotten when the server crashes.
 */
export function kyselyReplayStore(
  db: AnyDatabase,
  options: KyselyReplayStoreOptions = {},
): ReplayStore {
  kyselyReplayStoreOptions.require(options)
  const tables = db.withoutPlugins()
  const { present, after } = milliseconds(isSqlite(db), options.now)
  const deleteExpired = expiredRows(tables, {
    name: 'turnpike_replay',
    key: 'digest',
    now: present,
  })

  return {
    async remember(id, seconds) {
      await deleteExpired()
      const { rows } = await standingWrite(tables, (db) =>
        sql`
          insert into turnpike_replay as remembered (digest, expires)
          values (${sha256Base64Url(id)}, ${after(seconds)})
          on conflict (digest) do update set expires = excluded.expires
          where remembered.expires <= ${present()}
          returning 1`.execute(db),
      )
      return rows.length === 1
    },
  }
}
