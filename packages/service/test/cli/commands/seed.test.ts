import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike } from '../turnpike.ts'

const service = (end = '') => `
  export default {
    name: 'notes',
    migrations: {
      '0001_note': { up: (db) => db.schema.createTable('note').addColumn('title', 'text').execute() },
    },
    async seed({ users, transaction }) {
      await users.create({ username: 'ann' + Math.random(), password: null })
      await transaction.insertInto('note').values({ title: 'First' }).execute()
      ${end}
    },
    app: () => ({ fetch: () => new Response('') }),
  }`

for (const engine of ['SQLite', 'PostgreSQL']) {
  describe.skipIf(engine === 'PostgreSQL' && postgresMissing !== null)(
    `turnpike seed on ${engine}`,
    () => {
      async function createNotes(code: string) {
        const { folder, run, databaseUrl } = createTurnpike()
        writeFileSync(join(folder, 'notes.mjs'), code)
        const postgres = engine === 'SQLite' ? null : await openPostgres()
        if (postgres !== null) onTestFinished(postgres.close)
        const url = postgres?.url ?? databaseUrl
        const seed = (...args: string[]) => run(['seed', 'notes.mjs', ...args, '-d', url])
        await run(['migrate', 'notes.mjs', '-d', url])
        const count = async (table: string) => {
          const { db, close } = openDatabase(url)
          const rows = await db.selectFrom(table).selectAll().execute()
          await close()
          return rows.length
        }
        return {
          seed,
          count,
          save: (text: string) => writeFileSync(join(folder, 'notes.mjs'), text),
        }
      }

      it(`seeds an empty database once, and again with --yes, on ${engine}`, async () => {
        const { seed, count } = await createNotes(service())

        expect(await seed()).toEqual({ code: 0, out: 'Seeded the database.\n', err: '' })
        const { code, err } = await seed()
        expect(code).toBe(1)
        expect(err).toBe(
          'turnpike: The database has rows in note, turnpike_user, so it was not seeded. ' +
            'Repeat with --yes if the seed may add to them.\n',
        )
        expect((await seed('--yes')).code).toBe(0)
        expect([await count('note'), await count('turnpike_user')]).toEqual([2, 2])
      })

      it(`a seed that throws leaves nothing, so that it can be repeated, on ${engine}`, async () => {
        const { seed, count, save } = await createNotes(service("throw new Error('No such luck.')"))

        const { code, err } = await seed()
        expect(code).toBe(1)
        expect(err).toContain('No such luck.')
        expect([await count('note'), await count('turnpike_user')]).toEqual([0, 0])
        save(service())
        expect((await seed()).code).toBe(0)
      })

      if (engine === 'PostgreSQL') {
        it('a seed may take longer than a request may', async () => {
          const { seed } = await createNotes(service(readsLimit))
          expect((await seed()).err).toContain('The limit of a statement is 0.')
        })
      }
    },
  )
}

const readsLimit = `
  const { limit } = await transaction
    .selectNoFrom((eb) => eb.fn('current_setting', [eb.val('statement_timeout')]).as('limit'))
    .executeTakeFirstOrThrow()
  throw new Error('The limit of a statement is ' + limit + '.')`

it('turnpike seed refuses a module without a seed', async () => {
  const { folder, run } = createTurnpike()
  writeFileSync(
    join(folder, 'plain.mjs'),
    "export default { name: 'plain', app: () => ({ fetch: () => new Response('') }) }",
  )
  const { code, err } = await run(['seed', 'plain.mjs'])
  expect(code).toBe(1)
  expect(err).toContain(
    'The service of plain.mjs has no seed: give defineService() a function seed(',
  )
})
