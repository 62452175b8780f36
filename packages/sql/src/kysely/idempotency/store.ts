import { sql } from 'kysely'
import { type IdempotencyStore, ServiceUnavailable } from 'turnpike'
import { knownOptions } from 'turnpike/kit'
import { currentTransaction } from '../atomic.ts'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { expiredRows } from '../statements/expired-rows.ts'
import { milliseconds } from '../statements/milliseconds.ts'
import { outsideTransactions, scopeOf } from '../transactions/scope.ts'

export interface KyselyIdempotencyStoreOptions {
  /**
   * The time in seconds since 1970, the same for all processes that share the table. Default the
   * database's clock.
   */
  now?: () => number
}

export const kyselyIdempotencyStoreOptions = knownOptions<KyselyIdempotencyStoreOptions>(
  'kyselyIdempotencyStore()',
  { now: 'optional' },
)

/**
 * Keeps keys and answers in the table `turnpike_idempotency`, which `migrate(db)` creates, in the
 * transaction of the work: one commit stores all of them, or nothing. The setting `TRANSACTIONS`
 * must be `kyselyTransactions(db)` of the same database.
 *
 * While the work of a key is under way, PostgreSQL answers `busy` at once. SQLite has one writer: a
 * repeat waits for it, and then finds the answer.
 *
 * @throws ConfigurationError when `db` is neither SQLite nor PostgreSQL.
 */
export function kyselyIdempotencyStore(
  db: AnyDatabase,
  options: KyselyIdempotencyStoreOptions = {},
): IdempotencyStore {
  kyselyIdempotencyStoreOptions.require(options)
  const tables = db.withoutPlugins()
  const sqlite = isSqlite(db)
  const { present, after } = milliseconds(sqlite, options.now)
  const deleteExpired = expiredRows(tables, {
    name: 'turnpike_idempotency',
    key: 'key',
    now: present,
  })

  const transaction = () => {
    if (!tables.isTransaction && scopeOf(tables) === null) throw new Error(foreignTransaction)
    return currentTransaction(tables)
  }

  /**
   * Whether no other transaction works under the key. The lock ends with the transaction, also
   * behind a pooler that gives each transaction another connection. It is a statement of its own,
   * since the next one then sees what was committed before the lock was free.
   */
  const isFree = async (transaction: AnyDatabase, key: string) => {
    if (sqlite) return true
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`turnpike_idempotency ${key}`}, 0))
        as locked`.execute(transaction)
    return rows[0]?.locked === true
  }

  return {
    isTransactional: true,

    async claim(key) {
      const own = transaction()
      if (!(await isFree(own, key))) return { state: 'busy' }
      const { rows } = await sql<{ fingerprint: string; answer: string | null }>`
        select fingerprint, answer from turnpike_idempotency
        where key = ${key} and expires > ${present()}`.execute(own)
      const [work] = rows
      return work === undefined ? { state: 'new', claim: '' } : { state: 'done', work }
    },

    async keep(key, _claim, { fingerprint, answer }, seconds) {
      const { rows } = await sql`
        insert into turnpike_idempotency as kept (key, fingerprint, answer, expires)
        values (${key}, ${fingerprint}, ${answer}, ${after(seconds)})
        on conflict (key) do update set
          fingerprint = excluded.fingerprint, answer = excluded.answer, expires = excluded.expires
        where kept.expires <= ${present()}
        returning 1`.execute(transaction())
      // Another transaction has stored the key. This one is rolled back; a repeat gets the answer.
      if (rows.length === 0) throw new ServiceUnavailable()
      // Outside the transaction, whose isolation level may not allow it.
      if (!tables.isTransaction) void outsideTransactions(deleteExpired)
    },

    // The rollback does it.
    release() {},
  }
}

const foreignTransaction =
  'kyselyIdempotencyStore() must be called in a transaction of its own database: set TRANSACTIONS ' +
  'to kyselyTransactions(db) with the same db.'
