import { atomically } from '../../kysely/atomic.ts'
import type { AnyDatabase } from '../../kysely/database.ts'
import { type Callback, callbackTo, type Executors } from './callback.ts'

/** The session of `drizzle-orm/sqlite-proxy`, as far as it is changed. */
export interface RemoteSession {
  client: Callback & Executors
  run(query: unknown): Promise<unknown>
  prepareQuery(...given: PreparedArguments): { client: Callback }
  transaction(work: Work): Promise<unknown>
  batch(queries: readonly PromiseLike<unknown>[]): Promise<readonly unknown[]>
}

type PreparedArguments = [
  query: unknown,
  fields: unknown,
  method: unknown,
  inLists: unknown,
  mapper: unknown,
  ...others: unknown[],
]

type Work = (tx: { transaction(work: Work): Promise<unknown> }) => unknown

/**
 * Gives the session the transactions of `db`: the callback of Drizzle has no connection on which
 * its `begin` and `commit` could be sent. The queries of a batch are one transaction.
 *
 * Rows of raw statements, for which Drizzle has no fields, have names as with its other drivers.
 */
export function useTransactionsOf(db: AnyDatabase, session: RemoteSession): void {
  const { prepareQuery, transaction } = session

  session.prepareQuery = function (this: RemoteSession, ...given) {
    // Since 1.0, the second one is the form of the rows, and Drizzle itself asks for it.
    const [, fields, , , mapper] = given
    const prepared = prepareQuery.apply(this, given)
    if (!fields && !mapper) prepared.client = byName(this.client)
    return prepared
  }

  session.transaction = (work) =>
    atomically(db, (own) => {
      const inside: RemoteSession = Object.create(session)
      inside.client = callbackTo(own)
      inside.run = notSent
      return transaction.call(inside, async (tx) => {
        // Its own statements go on through the session.
        Reflect.deleteProperty(inside, 'run')
        tx.transaction = (nested) => session.transaction(nested)
        try {
          return await work(tx)
        } finally {
          inside.run = notSent
        }
      })
    })

  session.batch = (queries) =>
    atomically(db, async () => {
      const results: unknown[] = []
      for (const query of queries) results.push(await query)
      return results
    })
}

/** Drizzle's own `begin`, `commit` and `rollback`. */
const notSent = async () => {}

const byName =
  (client: Callback): Callback =>
  (sql, parameters, method) =>
    client(sql, parameters, method, method === 'values' ? 'lists' : 'objects')
