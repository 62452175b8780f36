import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  accountMigrations,
  MigrationRefused,
  type Migrations,
  migrate,
  migrationState,
  migrationStatus,
  previewMigrations,
  undoMigrations,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

const accounts = Object.keys(accountMigrations)

const table = (name: string) => ({
  up: (db: AnyDatabase) => db.schema.createTable(name).addColumn('id', 'integer').execute(),
  down: (db: AnyDatabase) => db.schema.dropTable(name).execute(),
})
const application: Migrations = {
  '0001_author': table('author'),
  '0002_book': table('book'),
  '0003_loan': table('loan'),
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'test.db')
}

const engines = [
  { name: 'SQLite', missing: null, open: async () => 'sqlite::memory:' },
  {
    name: 'PostgreSQL',
    missing: postgresMissing,
    open: async () => {
      const { url, close } = await openPostgres()
      onTestFinished(close)
      return url
    },
  },
]

for (const { name, missing, open } of engines) {
  describe.skipIf(missing !== null)(`migrations on ${name}`, () => {
    async function openEmpty(): Promise<AnyDatabase> {
      const { db, close } = openDatabase(await open())
      onTestFinished(close)
      return db
    }

    it(`migrate applies no more than up to the named migration on ${name}`, async () => {
      const db = await openEmpty()

      expect(await migrate(db, application, { to: '0002_book' })).toEqual([
        ...accounts,
        '0001_author',
        '0002_book',
      ])
      expect(await migrationState(db, application)).toEqual({ behind: ['0003_loan'] })
      expect(await migrate(db, application, { to: '0002_book' })).toEqual([])
    })

    it(`migrate to an unknown migration changes nothing on ${name}`, async () => {
      const db = await openEmpty()

      await expect(migrate(db, application, { to: '0002_boko' })).rejects.toThrow(
        new MigrationRefused(
          'There is no migration 0002_boko among those of the application: 0001_author, 0002_book, 0003_loan.',
        ),
      )
      expect(await migrationState(db)).toEqual({ behind: accounts })
    })

    it(`migrate never goes back on ${name}`, async () => {
      const db = await openEmpty()
      await migrate(db, application)

      await expect(migrate(db, application, { to: '0001_author' })).rejects.toThrow(
        'The database is past 0001_author: it has 0002_book, 0003_loan. To undo them: ' +
          'turnpike migrate --down --to 0001_author --yes, with the module of your service if there is one.',
      )
      expect(await migrationState(db, application)).toBe('current')
    })

    it(`undoMigrations undoes the last migration, or all after a named one, on ${name}`, async () => {
      const db = await openEmpty()
      await migrate(db, application)

      expect(await undoMigrations(db, application)).toEqual(['0003_loan'])
      expect(await migrationState(db, application)).toEqual({ behind: ['0003_loan'] })
      await migrate(db, application)
      expect(await undoMigrations(db, application, { to: '0001_author' })).toEqual([
        '0003_loan',
        '0002_book',
      ])
      await expect(sql`select * from book`.execute(db)).rejects.toThrow()
      await sql`select * from author`.execute(db)
    })

    it(`a migration without down is not undone, nor are those after it, on ${name}`, async () => {
      const { '0002_book': book } = application
      const final = { ...application, '0002_book': { up: book?.up ?? (async () => {}) } }
      const db = await openEmpty()
      await migrate(db, final)

      await expect(undoMigrations(db, final, { to: '0001_author' })).rejects.toThrow(
        'The migration 0002_book has no down, so it cannot be undone. Nothing was changed.',
      )
      expect(await migrationState(db, final)).toBe('current')
    })

    it(`a down that fails leaves everything as it was on ${name}`, async () => {
      const failing = async () => {
        throw new Error('No such luck.')
      }
      const { '0002_book': book } = application
      const broken = {
        ...application,
        '0002_book': { up: book?.up ?? failing, down: failing },
      }
      const db = await openEmpty()
      await migrate(db, broken)

      await expect(undoMigrations(db, broken, { to: '0001_author' })).rejects.toThrow(
        'The migration 0002_book failed, nothing was changed: No such luck.',
      )
      await sql`select * from loan`.execute(db)
      expect(await migrationState(db, broken)).toBe('current')
    })

    it(`previewMigrations names the statements of each migration, and keeps none, on ${name}`, async () => {
      const db = await openEmpty()

      const previewed = await previewMigrations(db, application, { to: '0002_book' })

      expect(previewed.map(({ name }) => name)).toEqual([...accounts, '0001_author', '0002_book'])
      expect(previewed.at(-1)?.statements).toEqual(['create table "book" ("id" integer)'])
      expect(await migrationState(db, application)).toEqual({
        behind: [...accounts, ...Object.keys(application)],
      })
      expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([])
      await migrate(db, application)
      expect(await previewMigrations(db, application, { down: true })).toEqual([
        { name: '0003_loan', statements: ['drop table "loan"'] },
      ])
      expect(await migrationState(db, application)).toBe('current')
    })

    it(`previewMigrations refuses a name that migrate refuses, such as one of the accounts, on ${name}`, async () => {
      const db = await openEmpty()
      const [to = ''] = accounts

      const refused = `There is no migration ${to} among those of the application: it has none.`
      await expect(migrate(db, undefined, { to })).rejects.toThrow(refused)
      await expect(previewMigrations(db, undefined, { to })).rejects.toThrow(refused)
    })

    it(`migrationStatus lists applied, missing and unknown migrations on ${name}`, async () => {
      const db = await openEmpty()
      await migrate(db, { ...application, '0004_later': table('later') })
      const { '0003_loan': _, ...known } = application
      const statuses = await migrationStatus(db, { ...known, '0005_new': { up: async () => {} } })

      expect(statuses.slice(accounts.length)).toEqual([
        expect.objectContaining({ name: '0001_author', of: 'application', isKnown: true }),
        expect.objectContaining({ name: '0002_book', canBeUndone: true }),
        expect.objectContaining({ name: '0003_loan', isKnown: false, canBeUndone: false }),
        expect.objectContaining({ name: '0004_later', applied: expect.any(Date) }),
        expect.objectContaining({ name: '0005_new', applied: null, canBeUndone: false }),
      ])
      expect(statuses[0]).toMatchObject({ name: accounts[0], of: 'accounts', isKnown: true })
    })

    it(`two processes that undo at once undo one migration, not two, on ${name}`, async () => {
      const url = name === 'SQLite' ? `sqlite:${temporaryFile()}` : await open()
      const [first, second] = [openDatabase(url), openDatabase(url)]
      onTestFinished(async () => {
        await first.close()
        await second.close()
      })
      await migrate(first.db, application)
      const ended = Promise.withResolvers<void>()
      const slow: Migrations = {
        ...application,
        '0003_loan': { ...table('loan'), down: () => ended.promise },
      }

      const one = undoMigrations(first.db, slow)
      const other = undoMigrations(second.db, application).catch((error: unknown) => error)
      setTimeout(() => ended.resolve(), 200)

      expect(await one).toEqual(['0003_loan'])
      expect(await other).toBeInstanceOf(MigrationRefused)
      expect(await migrationState(first.db, application)).toEqual({ behind: ['0003_loan'] })
    })
  })
}

it.skipIf(postgresMissing !== null)(
  'migrations are undone in the order of Kysely, also by a database that sorts by a language',
  async () => {
    const { db, close } = await openPostgres()
    onTestFinished(close)
    const nothing = { up: async () => {}, down: async () => {} }
    await migrate(db, { AddTags: nothing })
    await sql`alter table kysely_migration alter column name type varchar(255) collate "en-x-icu"`.execute(
      db,
    )
    const set = { AddTags: nothing, addNotes: nothing }
    await migrate(db, set)

    expect(await undoMigrations(db, set)).toEqual(['addNotes'])
  },
)
