import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { openBeside } from '@turnpike/test-support/sqlite-library.ts'
import { sql } from 'kysely'
import type { Logger } from 'turnpike'
import { onTestFinished } from 'vitest'
import type { AnyDatabase } from '../../../src/kysely/index.ts'
import type { OpenDatabaseOptions } from '../../../src/kysely/opening/database.ts'

/** A database with a table of notes, as the service opens it, until the test ends. */
export async function openNotes(options: OpenDatabaseOptions = {}) {
  const log: object[] = []
  const keep = (fields: object, message: string) => void log.push({ ...fields, message })
  const logger: Logger = { info: keep, warn: keep, error: keep }
  const { db, path, close } = await openInFile({ logger, ...options })
  onTestFinished(close)
  await sql`create table note (id integer primary key, title text)`.execute(db)

  return {
    db,
    path,
    log,
    /** Another connection to the same file, as another process has one. */
    openOther() {
      const other = openBeside(path)
      onTestFinished(() => void other.close())
      return other
    },
    write: (title: string, on: AnyDatabase = db) =>
      on.insertInto('note').values({ title }).execute(),
    titles: async (on: AnyDatabase = db): Promise<string[]> =>
      (await on.selectFrom('note').select('title').orderBy('id').execute()).map(
        ({ title }) => title,
      ),
  }
}

/** A promise, and what settles it. */
export const gate = () => Promise.withResolvers<void>()
