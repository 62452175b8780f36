import { CompiledQuery, type ConnectionProvider, type DatabaseConnection } from 'kysely'
import { mark, memoizeByIdentity } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { givenBounds } from './bounds.ts'
import { TransactionScope } from './scope.ts'

/**
 * The scope for a transaction that somebody else has begun. Its copies, such as those with other
 * plugins, share only its connection, so that is what their common scope is found by.
 */
export const givenScope = memoizeByIdentity(
  (transaction: AnyDatabase): Promise<TransactionScope> =>
    transaction.getExecutor().provideConnection(async (connection) => {
      // Not every version of Kysely refuses the connection, which another transaction may have.
      requireOpen(transaction)
      const last = lastGiven.get(connection)
      if (last !== undefined && !isOver(last.transaction)) return last.scope
      const scope = new TransactionScope(transaction, givenBounds(transaction), { parent: null })
      lastGiven.set(connection, { transaction, scope })
      return scope
    }),
)

/** The last one that was found on a connection. */
const lastGiven = mark<
  DatabaseConnection,
  { readonly transaction: AnyDatabase; readonly scope: TransactionScope }
>()

/** Whether Kysely refuses its statements, because another transaction may have the connection. */
function isOver(transaction: AnyDatabase): boolean {
  try {
    requireOpen(transaction)
    return false
  } catch {
    return true
  }
}

/** @throws Error of Kysely when the transaction is over. */
function requireOpen(transaction: AnyDatabase): void {
  // It is not sent, because nobody asks for a row.
  transaction.getExecutor().stream(CompiledQuery.raw('select 1'), 1)
}

/** Sends statements of a given transaction in its scope. */
export const inGivenScope = (transaction: AnyDatabase): ConnectionProvider => ({
  async provideConnection(consumer, options) {
    const scope = await givenScope(transaction)
    return scope.provideConnection(consumer, options)
  },
})
