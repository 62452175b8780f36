import { CompiledQuery, type QueryResult } from 'kysely'
import { driverCode } from '../../outages.ts'
import { isLocked } from '../busy.ts'
import type { SqliteConnection } from '../connection.ts'
import type { Groupable } from './groupable.ts'

/** The outcome of a statement. */
export type Outcome = { readonly result: QueryResult<unknown> } | { readonly error: unknown }

/** The outcome of a group. */
export interface Together {
  /**
   * The outcomes of its first statements, in order. They are final, and the others have done
   * nothing.
   */
  readonly outcomes: readonly Outcome[]
  /** How many of the next statements to execute in each of the next attempts, one meaning alone. */
  readonly next: readonly number[]
}

/** Maximum milliseconds for the statements of a group: nothing else is done by the process then. */
const longestStretch = 5

/**
 * Executes the statements in order in one transaction, without leaving the connection in between.
 * An error of a statement undoes that statement only.
 *
 * Where this would differ from executing each of them alone, nothing is done, and `next` says how
 * to go on: a statement that ends the transaction, such as `insert or rollback`, is to be executed
 * alone, between those before and after it.
 *
 * @throws an error for which `isLocked` is true if another process has the lock. Nothing is done.
 */
export function commitTogether(
  connection: SqliteConnection,
  groupable: Groupable,
  queries: readonly CompiledQuery[],
): Together {
  const outcomes: Outcome[] = []
  try {
    connection.execute(begin)
    groupable.refresh()
  } catch (error) {
    rollBack(connection)
    if (isLocked(error)) throw error
    return { outcomes, next: alone(queries) }
  }

  const until = performance.now() + longestStretch
  let next: readonly number[] = []
  for (const query of queries) {
    if (!groupable.has(query)) {
      next = [1]
      break
    }
    try {
      outcomes.push({ result: connection.execute(query) })
    } catch (error) {
      if (connection.isOutside) return lostAt(outcomes.length, queries.length)
      if (isLocked(error)) {
        rollBack(connection)
        throw error
      }
      outcomes.push({ error })
    }
    if (performance.now() >= until) break
  }

  try {
    connection.execute(commit)
  } catch (error) {
    rollBack(connection)
    if (isLocked(error)) throw error
    if (isConstraint(error)) return { outcomes: [], next: alone(outcomes) }
    return { outcomes: outcomes.map(() => ({ error: copyOf(error) })), next: [] }
  }
  return { outcomes, next }
}

/** Executes one statement, which SQLite commits. @throws like `commitTogether`. */
export function commitAlone(connection: SqliteConnection, query: CompiledQuery): Together {
  try {
    return { outcomes: [{ result: connection.execute(query) }], next: [] }
  } catch (error) {
    if (isLocked(error)) throw error
    return { outcomes: [{ error }], next: [] }
  }
}

const begin = CompiledQuery.raw('begin immediate')
const commit = CompiledQuery.raw('commit')

/** The transaction was ended by the statement at this index. */
const lostAt = (index: number, count: number): Together => ({
  outcomes: [],
  next: [index, 1, count - index - 1].filter((size) => size > 0),
})

const alone = (list: readonly unknown[]): readonly number[] => list.map(() => 1)

const isConstraint = (error: unknown): boolean =>
  driverCode(error)?.startsWith('SQLITE_CONSTRAINT') === true

/** Each caller gets an error of its own, to which its stack can be added. */
const copyOf = (error: unknown): unknown =>
  error instanceof Error
    ? Object.assign(new Error(error.message, { cause: error }), { code: driverCode(error) })
    : error

function rollBack(connection: SqliteConnection): void {
  if (!connection.isOutside) connection.execute(CompiledQuery.raw('rollback'))
}
