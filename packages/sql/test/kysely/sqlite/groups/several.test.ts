import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../../../../../test/faults/random.ts'
import { type AnyDatabase, kyselyItems, sqliteDialect } from '../../../../src/kysely/index.ts'
import { openTraced } from './traced.ts'

const schema = `create table note (id integer primary key, title text unique);
  create table counter (id integer primary key, value integer); insert into counter values (1, 0);`

/** Another writing connection to the file with groups of its own, as another process has one. */
function alsoOpen(file: string): AnyDatabase {
  const sqlite = new Sqlite(file, { timeout: 0 })
  const openReader = () => new Sqlite(file, { readonly: true })
  const db: AnyDatabase = new Kysely({ dialect: sqliteDialect(sqlite, { openReader }) })
  onTestFinished(() => db.destroy())
  return db
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

it.each([1, 2, 3])(
  'writers of several processes to several files lose nothing and mix nothing up (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const files = [0, 1].map(() => {
      const { db, file } = openTraced({ schema, connectionTimeoutMillis: 60_000 })
      return { dbs: [db, alsoOpen(file)], stored: new Set<string>(), counted: 0 }
    })

    const client = async (name: string) => {
      for (let step = 0; step < 12; step++) {
        const file = random.pick(files)
        const db = random.pick(file.dbs)
        const title = `${name}, step ${step}`
        const row = await db
          .insertInto('note')
          .values({ title })
          .returning('title')
          .executeTakeFirst()
        expect(row).toEqual({ title })
        file.stored.add(title)
        for (const reader of file.dbs) {
          const items = kyselyItems(reader, reader.selectFrom('note').selectAll())
          const before = file.stored.size
          expect(await items.count()).toBeGreaterThanOrEqual(before)
        }

        const taken = db.insertInto('note').values([{ title: `${title} again` }, { title }])
        await expect(taken.execute()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
        await sql`update counter set value = value + 1`.execute(db)
        file.counted++
        if (random.below(4) === 0) {
          await db.transaction().execute(async (transaction) => {
            const { value } = await transaction
              .selectFrom('counter')
              .select('value')
              .executeTakeFirstOrThrow()
            await pause(random.below(4))
            await transaction
              .updateTable('counter')
              .set({ value: value + 1 })
              .execute()
          })
          file.counted++
        }
      }
    }
    await Promise.all(Array.from({ length: 24 }, (_, index) => client(`client ${index}`)))

    for (const { dbs, stored, counted } of files) {
      for (const db of dbs) {
        const notes = await db.selectFrom('note').select('title').execute()
        expect(notes.map(({ title }) => title).sort()).toEqual([...stored].sort())
        expect(await db.selectFrom('counter').select('value').execute()).toEqual([
          { value: counted },
        ])
      }
    }
  },
)
