import type { AsyncRemoteCallback } from 'drizzle-orm/sqlite-proxy'
import { CompiledQuery } from 'kysely'
import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../../kysely/database.ts'
import { type StoredForm, withStoredRows } from '../../kysely/statements/stored-rows.ts'

/** Sends a statement of Drizzle. */
export type Callback = (
  ...statement: [...Parameters<AsyncRemoteCallback>, form?: StoredForm]
) => ReturnType<AsyncRemoteCallback>

/** What Drizzle has instead of a callback since 1.0. */
export interface Executors {
  all(sql: string, parameters: unknown[], form?: 'array' | 'object'): Promise<unknown[]>
  get(sql: string, parameters: unknown[], form?: 'array' | 'object'): Promise<unknown>
  run(sql: string, parameters: unknown[]): Promise<unknown>
}

/** The database, or the transaction, to which a callback sends its statements. */
export const databaseOfCallback = mark<object, AnyDatabase>()

/**
 * Sends statements to this database. A result has the counts of better-sqlite3, too.
 *
 * @param of the database that `kyselyOf` returns.
 */
export function callbackTo(db: AnyDatabase, of = db): Callback & Executors {
  const callback: Callback = async (sql, parameters, method, form = 'lists') => {
    const query = withStoredRows(CompiledQuery.raw(sql, parameters), form)
    const { rows, numAffectedRows = 0n, insertId = 0n } = await db.executeQuery(query)
    // Drizzle reads a single row there.
    if (method === 'get') return { rows: rows[0] as unknown[] }
    if (method !== 'run') return { rows }
    return { rows, changes: Number(numAffectedRows), lastInsertRowid: Number(insertId) }
  }
  const all: Executors['all'] = async (sql, parameters, form) => {
    const { rows = [] } = await callback(
      sql,
      parameters,
      'all',
      form === 'object' ? 'objects' : 'lists',
    )
    return rows
  }
  const client = Object.assign(callback, {
    all,
    get: async (...statement: Parameters<Executors['all']>) => (await all(...statement))[0],
    run: (sql: string, parameters: unknown[]) => callback(sql, parameters, 'run'),
  })
  databaseOfCallback.set(client, of)
  return client
}
