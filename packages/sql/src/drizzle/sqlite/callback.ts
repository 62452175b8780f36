import type { AsyncRemoteCallback } from 'drizzle-orm/sqlite-proxy'
import { CompiledQuery } from 'kysely'
import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../../kysely/database.ts'
import { type StoredForm, withStoredRows } from '../../kysely/statements/stored-rows.ts'

/** Sends a statement of Drizzle. */
export type Callback = (
  ...statement: [...Parameters<AsyncRemoteCallback>, form?: StoredForm]
) => ReturnType<AsyncRemoteCallback>

/** The database, or the transaction, to which a callback sends its statements. */
export const databaseOfCallback = mark<object, AnyDatabase>()

/**
 * Sends statements to this database. A result has the counts of better-sqlite3, too.
 *
 * @param of the database that `kyselyOf` returns.
 */
export function callbackTo(db: AnyDatabase, of = db): Callback {
  const callback: Callback = async (sql, parameters, method, form = 'lists') => {
    const query = withStoredRows(CompiledQuery.raw(sql, parameters), form)
    const { rows, numAffectedRows = 0n, insertId = 0n } = await db.executeQuery(query)
    // Drizzle reads a single row there.
    if (method === 'get') return { rows: rows[0] as unknown[] }
    if (method !== 'run') return { rows }
    return { rows, changes: Number(numAffectedRows), lastInsertRowid: Number(insertId) }
  }
  databaseOfCallback.set(callback, of)
  return callback
}
