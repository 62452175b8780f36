import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike, createTurnpikeWithAnn } from './turnpike.ts'

/** A module that defines a service with a table of its own. */
const notesModule = `
  export default {
    name: 'notes',
    migrations: {
      '0001_note': { up: (db) => db.schema.createTable('note').addColumn('title', 'text').execute() },
    },
    app: ({ db }) => ({
      fetch: async () => Response.json(await db.selectFrom('note').selectAll().execute()),
    }),
  }`

describe('turnpike migrate', () => {
  it('turnpike migrate prints what it applied, and can be run again', async () => {
    const { run } = createTurnpike()

    const first = await run(['migrate'])
    const second = await run(['migrate'])

    expect(first.code).toBe(0)
    expect(first.err).toBe('')
    expect(first.out).toContain('Applied turnpike_0001_accounts\n')
    expect(second).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
  })

  it('a refused statement is one line with the migration, the reason and what to do', async () => {
    const { run, folder } = createTurnpike()
    writeFileSync(join(folder, 'notes.mjs'), notesModule.replace("'note')", "'turnpike_user')"))

    const { code, err } = await run(['migrate', 'notes.mjs'])

    expect(code).toBe(1)
    expect(err).toMatch(
      /^turnpike: The migration 0001_note failed, .*: .*\. Correct it .*again\.\n$/,
    )
  })

  it.skipIf(postgresMissing !== null)(
    'a key that only SQLite can count is refused on PostgreSQL with a hint at identity()',
    async () => {
      const { run, folder } = createTurnpike()
      const { url, close } = await openPostgres()
      onTestFinished(close)
      const key = "'id', 'integer', (id) => id.primaryKey().autoIncrement()"
      writeFileSync(join(folder, 'notes.mjs'), notesModule.replace("'title', 'text'", key))

      const { err } = await run(['migrate', 'notes.mjs'], '', { DATABASE_URL: url })

      expect(err).toMatch(/^turnpike: The migration 0001_note failed, .*auto_increment.*identity/)
      expect(err.split('\n')).toHaveLength(2)
    },
  )

  it('applies the migrations of a module', async () => {
    const { run, folder, serve } = createTurnpike()
    writeFileSync(join(folder, 'notes.mjs'), notesModule)

    expect((await run(['migrate', 'notes.mjs'])).out).toContain('Applied 0001_note\n')
    const { url } = await serve(['./notes.mjs'])

    expect(await (await fetch(url)).json()).toEqual([])
  })

  it('turnpike migrate leaves the accounts usable when a module has tables of its own', async () => {
    const { run, folder } = createTurnpike()
    writeFileSync(join(folder, 'notes.mjs'), notesModule)
    await run(['migrate', 'notes.mjs'])

    expect(await run(['create-user', 'ann', '--no-password'])).toMatchObject({ code: 0, err: '' })
    expect(await run(['migrate'])).toMatchObject({ code: 0, err: '' })
  })
})

/** Two tables, of which only the second can be undone. */
const undoableModule = `
  const table = (name) => ({ up: (db) => db.schema.createTable(name).addColumn('title', 'text').execute() })
  const tag = { ...table('tag'), down: (db) => db.schema.dropTable('tag').execute() }
  export default {
    name: 'notes',
    migrations: { '0001_note': table('note'), '0002_tag': tag },
    app: () => ({ fetch: () => new Response('') }),
  }`

describe('turnpike migrate with options', () => {
  function createNotes() {
    const turnpike = createTurnpike()
    writeFileSync(join(turnpike.folder, 'notes.mjs'), undoableModule)
    const migrate = (...args: string[]) => turnpike.run(['migrate', 'notes.mjs', ...args])
    return { ...turnpike, migrate }
  }

  it('--to stops at a migration, and --status says what is missing', async () => {
    const { migrate } = createNotes()

    expect((await migrate('--to', '0001_note')).out).toMatch(/Applied 0001_note\n$/)
    const { code, out } = await migrate('--status')

    expect(code).toBe(0)
    expect(out).toMatch(/^APPLIED \(UTC\) +MIGRATION\n[-\d]+ [:\d]+ +turnpike_0001_accounts\n/)
    expect(out).toMatch(/\n[-\d]+ [:\d]+ +0001_note\nmissing +0002_tag +has a down\n$/)
  })

  it('--dry-run prints the SQL by migration, and changes nothing', async () => {
    const { migrate } = createNotes()
    await migrate('--to', '0001_note')

    expect(await migrate('--dry-run')).toEqual({
      code: 0,
      out: '-- 0002_tag\ncreate table "tag" ("title" text);\n',
      err: '',
    })
    expect((await migrate()).out).toBe('Applied 0002_tag\n')
    expect((await migrate('--dry-run')).out).toBe('-- There is nothing to do.\n')
  })

  it('--dry-run makes no database', async () => {
    const { migrate, folder } = createNotes()
    const { code, err } = await migrate('--dry-run')

    expect(code).toBe(1)
    expect(err).toContain('does not exist')
    expect(readdirSync(folder)).toEqual(['notes.mjs'])
    expect((await migrate('--dry-run', '-d', 'sqlite::memory:')).out).toContain('-- 0002_tag\n')
  })

  it('--down undoes with --yes alone, and says what is lost', async () => {
    const { migrate } = createNotes()
    await migrate()

    const { code, out, err } = await migrate('--down')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /^turnpike: This would undo 0002_tag, and what .* contain would be lost\..*--yes/,
    )
    expect(await migrate('--down', '--yes')).toEqual({ code: 0, out: 'Undid 0002_tag\n', err: '' })
    expect((await migrate('--status')).out).toContain('missing')
  })

  it('--down refuses a migration without down', async () => {
    const { migrate } = createNotes()
    await migrate('--to', '0001_note')

    const { code, err } = await migrate('--down', '--yes')

    expect(code).toBe(1)
    expect(err).toMatch(/^turnpike: The migration 0001_note has no down, so it cannot be undone\./)
    expect(err).not.toContain('    at ')
  })

  it('--status with --down is wrong usage', async () => {
    const { migrate } = createNotes()
    expect((await migrate('--status', '--down')).code).toBe(2)
  })
})

describe('a database that does not fit', () => {
  it.each([[['token', 'ann']], [['tokens', '--all']], [['create-user', 'ann']]])(
    'leaves no file behind when its name is mistyped: %j',
    async (args) => {
      const { run, folder } = createTurnpike()
      const before = readdirSync(folder)

      const { code, err } = await run([...args, '--database', 'sqlite:mistyped.db'])

      expect(code).toBe(1)
      expect(err).toBe(
        'turnpike: The database sqlite:mistyped.db does not exist. Correct its URL, or create it with: ' +
          'turnpike migrate\n',
      )
      expect(readdirSync(folder)).toEqual(before)
    },
  )

  it.each([[['token', 'ann']], [['tokens', '--all']], [['create-user', 'ann']], [['serve']]])(
    'a database that is not migrated is refused, with the command to run: %j',
    async (args) => {
      const { run, databaseUrl } = createTurnpike()
      await openDatabase(databaseUrl).close()

      const { code, out, err } = await run(args)

      expect(code).toBe(1)
      expect(out).toBe('')
      expect(err).toMatch(
        /^turnpike: The database .*turnpike migrate(, with the module of your service .*)?\n$/,
      )
    },
  )

  it.each([[['token', 'ann']], [['migrate']], [['serve']], [['serve', '--migrate']]])(
    'a database migrated by a later version is refused: %j',
    async (args) => {
      const { run, databaseUrl } = await createTurnpikeWithAnn()
      const { db, close } = openDatabase(databaseUrl)
      const later = { name: 'turnpike_9999_later', timestamp: new Date().toISOString() }
      await db.insertInto('turnpike_migration').values(later).execute()
      await close()

      const { code, out, err } = await run(args)

      expect(code).toBe(1)
      expect(out).toBe('')
      expect(err).toMatch(/^turnpike: .*turnpike_9999_later.*this version/)
      expect(err).not.toContain('    at ')
    },
  )

  it('an unsupported database URL is refused, with the supported forms', async () => {
    const { run } = createTurnpike()

    const { code, err } = await run(['token', 'ann', '--database', 'mysql://localhost/x'])

    expect(code).toBe(1)
    expect(err).toMatch(
      /^turnpike: [\s\S]*mysql:\/\/localhost\/x; it must be the URL of a database, such as sqlite:/,
    )
  })

  it('--database overrides the database of the environment', async () => {
    const { run, folder } = await createTurnpikeWithAnn()
    const elsewhere = `sqlite:${join(folder, 'elsewhere.db')}`

    await run(['migrate', '--database', elsewhere])
    await run(['create-user', 'bob', '--no-password', '-d', elsewhere])

    expect((await run(['token', 'bob', '-d', elsewhere])).code).toBe(0)
    expect((await run(['token', 'bob'])).code).toBe(1)
  })
})
