import { memoizeByContent } from 'turnpike/kit'
import { type AnyDatabase, type AnyRow, hasPlugins } from '../database.ts'
import { compileOnce } from './compile-once.ts'

/** Maximum number of sets of columns with a compiled statement. */
const maxStatements = 64

/** Inserts rows into a table, one at a time, and returns them as stored. */
export function rowInserter(
  db: AnyDatabase,
  table: string,
): (values: Readonly<Record<string, unknown>>) => Promise<AnyRow> {
  const insert = db.insertInto(table)
  const statementOf = memoizeByContent(
    (columns: readonly string[]) =>
      compileOnce<AnyRow>(columns.length, (...places) =>
        insert
          .values(Object.fromEntries(columns.map((name, index) => [name, places[index]])))
          .returningAll(),
      ),
    maxStatements,
  )

  return async (values) => {
    // Undefined values are not written, and SQL cannot write an empty set.
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    if (given.length === 0) return insert.defaultValues().returningAll().executeTakeFirstOrThrow()
    // Expressions are part of the statement, and plugins may look at values.
    if (!given.every(([, value]) => isPrimitive(value)) || hasPlugins(db)) {
      return insert.values(values).returningAll().executeTakeFirstOrThrow()
    }
    const statement = statementOf(given.map(([name]) => name))
    const { rows } = await db.executeQuery(statement(...given.map(([, value]) => value)))
    return rows[0]
  }
}

const isPrimitive = (value: unknown) =>
  value === null || (typeof value !== 'object' && typeof value !== 'function')
