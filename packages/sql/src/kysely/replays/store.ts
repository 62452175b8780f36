import { sql } from 'kysely'
import type { ReplayStore } from 'turnpike'
import { knownOptions, sha256Base64Url } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
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

/** After so many ids expired rows are deleted, at most so many. */
const idsBetweenCleanings = 100
const batch = sql.lit(1000)

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
  const sqlite = isSqlite(db)
  const { present, after } = milliseconds(sqlite, options.now)
  let ids = 0

  /** Rows that it fails to delete are deleted later. Rows that are being written are skipped. */
  const clean = async () => {
    if (ids++ % idsBetweenCleanings > 0) return
    const locking = sqlite ? sql`` : sql`for update skip locked`
    await sql`
      delete from turnpike_replay where digest in (
        select digest from turnpike_replay where expires <= ${present()} limit ${batch} ${locking})`
      .execute(tables)
      .catch(() => {})
  }

  return {
    async remember(id, seconds) {
      await clean()
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
