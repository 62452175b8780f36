import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Progress } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  accountMigrations,
  DatabaseNotMigrated,
  DatabaseTooNew,
  kyselyAccounts,
  MigrationRefused,
  migrate,
  migrationState,
  previewMigrations,
  requireMigrated,
  undoMigrations,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

const accounts = Object.keys(accountMigrations)
const [first = ''] = accounts

describe('migrate', () => {
  it('makes the account tables, then the tables of the application', async () => {
    const db = open()

    expect(await migrate(db, application)).toEqual([...accounts, '0001_author', '0002_book'])

    expect(await tablesOf(db)).toEqual(
      expect.arrayContaining(['author', 'book', 'turnpike_token', 'turnpike_user']),
    )
    await kyselyAccounts(db, { secrets }).users.create({ username: 'ada', password: null })
  })

  it('applies only what is missing', async () => {
    const db = open()
    const { '0001_author': author } = application

    expect(await migrate(db, { '0001_author': author })).toEqual([...accounts, '0001_author'])
    expect(await migrate(db, application)).toEqual(['0002_book'])
    expect(await migrate(db, application)).toEqual([])
  })

  it('refuses a migration whose name comes before that of an applied one, and changes nothing', async () => {
    const db = open()
    await migrate(db, application)
    const merged = { ...application, '0001_first': { up: () => Promise.reject(new Error('run')) } }
    const refusal = new MigrationRefused(
      '0001_first comes before 0002_book, which is applied: give it a later name.',
    )

    await expect(migrate(db, merged)).rejects.toThrow(refusal)
    await expect(previewMigrations(db, merged)).rejects.toThrow(refusal)
    await expect(undoMigrations(db, merged)).rejects.toThrow(refusal)
    expect(await migrate(db, application)).toEqual([])
  })

  it.each([
    ['AddTags', 'addNotes'],
    ['0002_Tags', '0002_notes'],
  ])('orders migrations as Kysely does: %s, then %s', async (first, second) => {
    const db = open()
    const nothing = { up: async () => {} }
    await migrate(db, { [first]: nothing })
    expect(await migrate(db, { [first]: nothing, [second]: nothing })).toEqual([second])
  })

  it('refuses a migration 10 after 9, which come in the order of their letters', async () => {
    const db = open()
    const nothing = { up: async () => {} }
    await migrate(db, { '9_first': nothing })
    await expect(migrate(db, { '9_first': nothing, '10_second': nothing })).rejects.toThrow(
      '10_second comes before 9_first, which is applied: give it a later name.',
    )
  })

  it('lets an application name its migrations as it likes', async () => {
    const db = open()
    const clashing = { [first]: application['0001_author'] }

    expect(await migrate(db, clashing)).toEqual([...accounts, first])
    expect(await migrationState(db, clashing)).toBe('current')
  })

  it('migrations are methods of their object, forwards, back and in a preview', async () => {
    const db = open()
    const made = {
      '0001_shelf': {
        table: 'shelf',
        async up(db: AnyDatabase) {
          await db.schema.createTable(this.table).addColumn('id', 'integer').execute()
        },
        async down(db: AnyDatabase) {
          await db.schema.dropTable(this.table).execute()
        },
      },
    }

    const previewed = await previewMigrations(db, made)
    expect(previewed.at(-1)?.statements).toEqual([expect.stringContaining('"shelf"')])
    expect(await migrate(db, made, { to: '0001_shelf' })).toContain('0001_shelf')
    expect(await undoMigrations(db, made)).toEqual(['0001_shelf'])
  })

  it('a report of progress that is no function is refused before anything is migrated', async () => {
    const db = open()
    const onProgress = 'yes' as never
    await expect(migrate(db, application, { onProgress })).rejects.toThrow(
      'onProgress of migrate() must be a function of how far the work is, not "yes".',
    )
    expect(await migrate(db, application)).toContain('0002_book')
  })

  it('each migration is reported when it begins', async () => {
    const db = open()
    const reports: Progress[] = []
    await migrate(db, application, { onProgress: (report) => reports.push(report) })

    expect(reports[0]).toEqual({ of: first, done: 0, total: accounts.length, unit: 'migrations' })
    expect(reports.at(-1)).toEqual({ of: '0002_book', done: 1, total: 2, unit: 'migrations' })
    expect(reports).toHaveLength(accounts.length + 2)
  })

  it.skipIf(postgresMissing !== null)(
    'a migration may take longer than the statements of a service',
    async () => {
      const { url, close } = await openPostgres()
      onTestFinished(close)
      const database = openDatabase(url)
      onTestFinished(database.close)
      // A service gives up after 10 seconds, and its pool after 12.
      const slow = { '0001_slow': { up: (db: AnyDatabase) => sleepIn(db, 12.5) } }
      expect(await database.migrate(slow)).toContain('0001_slow')
    },
    600_000,
  )

  it.skipIf(postgresMissing !== null)(
    'a schema that comes before that of the record is not migrated beside it',
    async () => {
      const { url, close } = await openPostgres()
      onTestFinished(close)
      const openWith = (path: string) => {
        const database = openDatabase(`${url}?options=-csearch_path%3D${path}`)
        onTestFinished(database.close)
        return database.db
      }
      const [publicOnly, both] = [openWith('public'), openWith('tenant,public')]
      const { '0001_author': author } = application
      await migrate(publicOnly, { '0001_author': author })
      await sql`insert into author (id) values (1)`.execute(publicOnly)
      await sql`create schema tenant`.execute(publicOnly)

      const refusal = new MigrationRefused(
        'The migrations are recorded in the schema public, but search_path names tenant before it, ' +
          'where their tables would be made. Set search_path to public to go on there, or to ' +
          'tenant alone to migrate that schema from the beginning.',
      )
      expect(await migrate(both, { '0001_author': author })).toEqual([])
      await expect(migrate(both, application)).rejects.toThrow(refusal)
      await expect(previewMigrations(both, application)).rejects.toThrow(refusal)
      expect(await both.selectFrom('author').select('id').execute()).toEqual([{ id: 1 }])

      // A tenant with a record of its own goes on in its schema.
      expect(await migrate(openWith('tenant'), { '0001_author': author })).toContain('0001_author')
      expect(await migrate(both, application)).toEqual(['0002_book'])
      expect(await migrate(publicOnly, application)).toEqual(['0002_book'])
    },
  )

  it('a failed migration leaves nothing, nor do those before it in the set', async () => {
    const db = open()
    const failing: Migration = {
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('No such luck.')
      },
    }

    await expect(migrate(db, { ...application, '0003_failing': failing })).rejects.toThrow(
      'The migration 0003_failing failed, nothing was changed: No such luck.',
    )

    const tables = await tablesOf(db)
    expect(tables).toContain('turnpike_user')
    for (const table of ['author', 'book', 'half']) expect(tables).not.toContain(table)
    expect(await migrate(db, application)).toEqual(['0001_author', '0002_book'])
  })

  it('lets a migration replace a table that others refer to', async () => {
    const db = open()
    await migrate(db, application)
    await sql`insert into author (id) values (1)`.execute(db)
    await sql`insert into book (id, author_id) values (7, 1)`.execute(db)

    await migrate(db, { ...application, '0003_author_name': replacingAuthor })

    const { rows } =
      await sql`select book.id, name from book join author on author.id = author_id`.execute(db)
    expect(rows).toEqual([{ id: 7, name: 'unknown' }])
    await expect(sql`insert into book (id, author_id) values (8, 2)`.execute(db)).rejects.toThrow(
      'FOREIGN KEY constraint failed',
    )
  })

  it('refuses migrations that leave broken references', async () => {
    const db = open()
    await migrate(db, application)
    await sql`insert into author (id) values (1)`.execute(db)
    await sql`insert into book (id, author_id) values (7, 1)`.execute(db)
    const forgetful: Migration = {
      up: async (db) => void (await sql`delete from author`.execute(db)),
    }

    await expect(migrate(db, { ...application, '0003_forget': forgetful })).rejects.toThrow(
      'The migrations leave 1 rows with broken references, the first one in book to author',
    )
    expect((await sql`select * from author`.execute(db)).rows).toHaveLength(1)
  })

  it('refuses a database of a later version', async () => {
    const db = open()
    await migrate(db, application)
    const { '0001_author': author } = application

    await expect(migrate(db, { '0001_author': author })).rejects.toThrow(DatabaseTooNew)
  })
})

describe('the state of a database', () => {
  it('the state of a database is behind until everything is applied', async () => {
    const db = open()

    expect(await migrationState(db)).toEqual({ behind: accounts })
    expect(await migrationState(db, application)).toEqual({
      behind: [...accounts, '0001_author', '0002_book'],
    })
    expect(await tablesOf(db)).toEqual([])

    await migrate(db)
    expect(await migrationState(db)).toBe('current')
    expect(await migrationState(db, application)).toEqual({ behind: ['0001_author', '0002_book'] })

    await migrate(db, application)
    expect(await migrationState(db, application)).toBe('current')
  })

  it('the state of a database is ahead when it has migrations of a later version', async () => {
    const db = open()
    await migrate(db, application)
    const { '0001_author': author } = application

    expect(await migrationState(db, { '0001_author': author })).toEqual({ ahead: ['0002_book'] })
    expect(await migrationState(db, {})).toEqual({ ahead: ['0001_author', '0002_book'] })
  })

  it('leaves the tables of an application alone that are not asked for', async () => {
    const db = open()
    await migrate(db, application)

    expect(await migrationState(db)).toBe('current')
    expect(await migrate(db)).toEqual([])
  })

  it('the state of a database names the command to run', async () => {
    const db = open()

    await expect(requireMigrated(db)).rejects.toThrow(DatabaseNotMigrated)
    await expect(requireMigrated(db)).rejects.toThrow(
      `(${accounts.join(', ')}). Bring it up to date: turnpike migrate, with the module of your service if there is one.`,
    )

    await migrate(db, application)
    await requireMigrated(db, application)
    await expect(requireMigrated(db, {})).rejects.toThrow(
      'The database has 2 migrations (0001_author, 0002_book) that this version of the service ' +
        'does not know. Start the version that migrated it, or restore a backup from before.',
    )
  })
})

const application = {
  // Out of order: names decide.
  '0002_book': {
    async up(db) {
      await db.schema
        .createTable('book')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('author_id', 'integer', (id) =>
          id.notNull().references('author.id').onDelete('cascade'),
        )
        .execute()
    },
  },
  '0001_author': {
    async up(db) {
      await db.schema
        .createTable('author')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .execute()
    },
  },
} satisfies Record<string, Migration>

/** The way SQLite's manual changes a table: a new one takes the place of the old one. */
const replacingAuthor: Migration = {
  async up(db) {
    await sql`create table new_author (id integer primary key, name text not null)`.execute(db)
    await sql`insert into new_author select id, 'unknown' from author`.execute(db)
    await sql`drop table author`.execute(db)
    await sql`alter table new_author rename to author`.execute(db)
  },
}

function open(): AnyDatabase {
  const { db, close } = openDatabase('sqlite::memory:')
  onTestFinished(close)
  return db
}

async function tablesOf(db: AnyDatabase): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

async function sleepIn(db: AnyDatabase, seconds: number): Promise<void> {
  await sql`select pg_sleep(${seconds})`.execute(db)
}
