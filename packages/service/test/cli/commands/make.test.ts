import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CommandFailed } from 'turnpike/kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { carryOut } from '../../../src/cli/commands/make/plan.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { createTurnpike, type Turnpike } from '../turnpike.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const orms = ['kysely', 'drizzle', 'prisma'] as const
const databases = ['sqlite', 'postgresql'] as const

/** A new application, in the folder in which the command runs. */
function createApplication(orm: string, database = 'sqlite') {
  const turnpike = createTurnpike()
  const { folder } = turnpike
  const creator = join(root, 'packages/create-turnpike/create-turnpike.js')
  const args = [creator, 'app', '--orm', orm, '--database', database, '--yes', '--no-install']
  execFileSync(process.execPath, args, { cwd: folder })
  for (const name of readdirSync(join(folder, 'app'))) {
    execFileSync('mv', [join(folder, 'app', name), folder])
  }
  rmSync(join(folder, 'app'), { recursive: true })
  return turnpike
}

/** The reason of a command that fails, without a process of its own, which takes a second. */
async function refusalOf({ folder }: Turnpike, args: readonly string[]): Promise<string> {
  using _ = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const program = await createProgram(args)
  const error = await program.parseAsync(args, { from: 'user' }).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof CommandFailed)) throw error ?? new Error('It does not fail.')
  return error.message
}

/** All texts by path. */
function textsIn({ folder }: Turnpike): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile()).toSorted()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** The application before it had notes. */
function removeNotes({ folder }: Turnpike): void {
  const change = (path: string, pattern: RegExp | string, text: string) => {
    const file = join(folder, path)
    const before = readFileSync(file, { encoding: 'utf8', flag: 'a+' })
    if (before === '') return rmSync(file)
    writeFileSync(
      file,
      before.replace(pattern, () => text),
    )
  }
  rmSync(join(folder, 'src/notes.ts'))
  rmSync(join(folder, 'test/notes.test.ts'))
  change('src/service.ts', "import { notesViews } from './notes.ts'\n", '')
  change('src/service.ts', '      ...notesViews(api, context),\n', '')
  change('src/migrations.ts', /= \{\n.*\n\}\n$/s, '= {}\n')
  change('src/migrations.ts', /\{ identity, /, '{ ')
  change('src/database.ts', /\nexport const noteStore = .*\n$/, '')
  if (statSync(join(folder, 'prisma'), { throwIfNoEntry: false })) {
    change('prisma/schema.prisma', /\n\/\/\/ As the.*$/s, '')
  } else if (statSync(join(folder, 'src/tables.ts'), { throwIfNoEntry: false })) {
    change('src/tables.ts', /Tables \{\n.*\n\}\n$/s, 'Tables {}\n')
  } else {
    change('src/schema.ts', /export const note = .*$/s, '')
    change('src/schema.ts', /import \{ .*(pgTable|sqliteTable).* \}/, 'import { integer }')
  }
}

describe('turnpike make resource', () => {
  for (const orm of orms) {
    for (const database of databases) {
      it(`writes the notes of a new application again, with ${orm} on ${database}`, async () => {
        const turnpike = createApplication(orm, database)
        const before = textsIn(turnpike)
        const { length: count } = Object.keys(before)
        removeNotes(turnpike)

        const args = ['make', 'resource', 'notes', 'title:string', 'body:text']
        const { code, err } = await turnpike.run(args)

        expect([code, err]).toEqual([0, ''])
        const after = textsIn(turnpike)
        // The comment above the tables is there without a table, too.
        if (orm === 'drizzle') {
          expect(after['src/schema.ts']?.replace(' */\n\n', ' */\n')).toBe(before['src/schema.ts'])
          delete before['src/schema.ts']
        }
        expect(after).toMatchObject(before)
        expect(Object.keys(after)).toHaveLength(count)
      })
    }
  }
})

describe('turnpike make resource refuses', () => {
  const cases: readonly (readonly [string[], string])[] = [
    [['not es'], 'not es cannot be the name of a resource: use letters, digits and single hyphens'],
    [['2notes'], 'begin with a letter'],
    [['notes-'], 'use letters, digits and single hyphens'],
    [['a'.repeat(31)], 'at most 30'],
    [['../notes'], 'use letters'],
    [['classes'], 'class cannot be the name of a resource'],
    [['data'], 'data cannot be the name of a resource'],
    [['permissions'], 'permissions cannot be the name of a resource'],
    [['users'], 'The accounts have users already, in the table turnpike_user'],
    [['User'], 'The accounts have users already'],
    [['turnpike-tokens'], 'The tables of the accounts begin with turnpike_'],
    [['notes'], 'src/migrations.ts has a note already'],
    [['Note', 'title:string'], 'the resource notes is not made. Nothing was changed.'],
    [['accounts'], 'src/accounts.ts is there already. Nothing was changed.'],
    [['tickets', 'title'], 'The field title has no type: write title:string'],
    [['tickets', 'title:'], 'The field title: has no type'],
    [['tickets', 'title:varchar'], 'unknown type: the types are string, text, email, integer,'],
    [['tickets', 'title:toString'], 'unknown type'],
    [['tickets', 'title:string:9'], 'unknown type'],
    [['tickets', ':string'], ' cannot be the name of a field'],
    [['tickets', 'owner:integer'], 'Every resource has a field owner'],
    [['tickets', 'due:date', 'due:text'], 'The field due is named twice.'],
    [['tickets', 'dueDate:date', 'due_date:text'], 'The field due_date is named twice.'],
    [['tickets', 'class:string'], 'class cannot be the name of a field'],
  ]

  it('names, fields and resources that cannot be, says why in one line, and changes nothing', async () => {
    const turnpike = createApplication('kysely')
    const before = textsIn(turnpike)
    for (const [args, reason] of cases) {
      const refusal = await refusalOf(turnpike, ['make', 'resource', ...args])
      expect([args, refusal]).toEqual([args, expect.stringContaining(reason)])
      expect(refusal).not.toContain('\n')
    }
    expect(textsIn(turnpike)).toEqual(before)
  })

  it('a resource that cannot be, with the exit code 1', async () => {
    const { code, err } = await createApplication('kysely').run(['make', 'resource', 'data'])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^turnpike: data cannot be the name of a resource.*\n$/),
    ])
  })

  it('an empty folder, and says where to run it', async () => {
    const { run } = createTurnpike()
    const { code, err } = await run(['make', 'resource', 'tickets'])
    expect([code, err]).toEqual([1, expect.stringContaining('Run it in the folder of one.')])
  })

  it('a file that may not be written, and undoes the others', async () => {
    const turnpike = createApplication('kysely')
    // Where the new text of the last file would be made.
    rmSync(join(turnpike.folder, 'test'), { recursive: true })
    writeFileSync(join(turnpike.folder, 'test'), 'no folder')
    const before = textsIn(turnpike)
    const { code } = await turnpike.run(['make', 'resource', 'tickets'])
    expect(code).toBe(1)
    expect(textsIn(turnpike)).toEqual(before)
  })
})

describe('turnpike make', () => {
  it.each([
    ['people', 'person', 'people'],
    ['person', 'person', 'people'],
    ['categories', 'category', 'categories'],
    ['status', 'status', 'statuses'],
    ['news', 'news', 'news'],
    ['HTTPServers', 'http_server', 'http-servers'],
    ['blog_post', 'blog_post', 'blog-posts'],
    ['order', 'order', 'orders'],
  ])('the resource %s has the table %s and the path /%s/', async (given, table, path) => {
    const { run } = createApplication('kysely')
    const { code, out } = await run(['make', 'resource', given, '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain(`.createTable('${table}')`)
    expect(out).toContain(`'/${path}/:id/'`)
  })

  it('--dry-run prints what would be written, and writes nothing', async () => {
    const turnpike = createApplication('drizzle')
    const before = textsIn(turnpike)
    const { code, out, err } = await turnpike.run(['make', 'resource', 'tickets', '--dry-run'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Would write src/tickets.ts:\n\nimport {')
    expect(out).toContain('Would add to src/service.ts:\n\nimport { ticketsViews }')
    expect(out).toContain("\nexport const ticket = sqliteTable('ticket', {\n  id: integer()")
    expect(out).toContain("'0002_ticket': {")
    expect(textsIn(turnpike)).toEqual(before)
  })

  it('files with a shape of their own stay as they are, and what to add is said in one line', async () => {
    for (const orm of orms) {
      const turnpike = createApplication(orm)
      const own = ['src/service.ts', 'src/database.ts', 'src/migrations.ts']
      own.push(
        { kysely: 'src/tables.ts', drizzle: 'src/schema.ts', prisma: 'prisma/schema.prisma' }[orm],
      )
      for (const path of own) writeFileSync(join(turnpike.folder, path), `export {}\n`)
      const before = textsIn(turnpike)

      const { code, out } = await turnpike.run(['make', 'resource', 'tickets', 'done:boolean'])

      expect(code).toBe(0)
      expect(textsIn(turnpike)).toMatchObject(before)
      expect(out).toContain(
        '  Add to the views of the service: ...ticketsViews(api, context), which src/tickets.ts exports.\n',
      )
      expect(out).toContain('  Export from src/database.ts: export const ticketStore = (')
      expect(out.split('\nNext:\n')[1]?.trim().split('\n')).toHaveLength(orm === 'prisma' ? 5 : 4)
    }
  })

  it('an object whose last entry has no comma is left as it is', async () => {
    const turnpike = createApplication('kysely')
    const own = ['src/migrations.ts', 'src/service.ts']
    for (const path of own) {
      const text = readFileSync(join(turnpike.folder, path), 'utf8')
      const open = text.replace('  },\n}\n', '  }\n}\n').replace(/^.*accountViews\(.*\n/m, '')
      const last = '...notesViews(api, context)'
      writeFileSync(join(turnpike.folder, path), open.replace(`${last},`, last))
    }
    const before = textsIn(turnpike)
    const { code, out } = await turnpike.run(['make', 'resource', 'tickets'])
    const after = textsIn(turnpike)
    expect(code).toBe(0)
    for (const path of own) expect(after[path]).toBe(before[path])
    expect(out).toContain('Add a migration that makes the table ticket')
    expect(out).toContain('Add to the views of the service: ...ticketsViews(api, context)')
  })

  it('the file of the stores is made where it was removed, as in the tutorial', async () => {
    const { run, folder } = createApplication('kysely')
    rmSync(join(folder, 'src/database.ts'))
    const { code, out } = await run(['make', 'resource', 'tickets'])
    expect([code, out]).toEqual([0, expect.not.stringContaining('Next:')])
    expect(readFileSync(join(folder, 'src/database.ts'), 'utf8')).toBe(
      "import { kyselyStore } from '@turnpike/sql'\nimport type { Context } from './api.ts'\n\n" +
        "export const ticketStore = ({ db }: Context) => kyselyStore(db, 'ticket')\n",
    )
  })

  it('makes run at once lose nothing without a word', async () => {
    const turnpike = createApplication('kysely')
    const names = ['tickets', 'queues', 'agents', 'rooms']
    const runs = await Promise.all(names.map((name) => turnpike.run(['make', 'resource', name])))
    const texts = textsIn(turnpike)
    for (const [index, { code, err }] of runs.entries()) {
      const views = `...${names[index]}Views(api, context)`
      if (code === 0) expect(texts['src/service.ts']).toContain(views)
      else expect(err).toContain('Nothing was changed')
    }
    expect(runs.some(({ code }) => code === 0)).toBe(true)
    const numbers = texts['src/migrations.ts']?.match(/'\d{4}_/g) ?? []
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(Object.keys(texts)).not.toContain('.turnpike-make')
  })
})

describe('turnpike make migration, scheme and store', () => {
  it('a migration adds columns after the others, and takes them away again', async () => {
    const { run } = createApplication('kysely')
    const { code, out } = await run(
      'make migration add-colour note colour:string size:integer --dry-run'.split(' '),
    )
    expect(code).toBe(0)
    expect(out).toContain("  '0002_add_colour': {\n    async up(db) {\n")
    expect(out).toContain(".alterTable('note').addColumn('colour', 'varchar(100)').execute()")
    expect(out).toContain(".alterTable('note').addColumn('size', 'integer').execute()")
    expect(out).toContain(".alterTable('note').dropColumn('size').execute()")
  })

  it('a migration that is still to be written throws, and does not count as applied', async () => {
    const { run, folder } = createApplication('kysely')
    expect((await run(['make', 'migration', 'fillColours'])).code).toBe(0)
    const text = readFileSync(join(folder, 'src/migrations.ts'), 'utf8')
    expect(text).toContain(
      "throw new Error('Write the migration 0002_fill_colours in src/migrations.ts.')",
    )
  })

  it('a name that cannot be, or is there already, is refused and nothing is changed', async () => {
    const turnpike = createApplication('kysely')
    await turnpike.run(['make', 'scheme', 'signed-cookie'])
    await turnpike.run(['make', 'store'])
    const before = textsIn(turnpike)
    for (const [line, reason] of [
      ['migration note', 'has a migration note already'],
      ['migration add-colour note', 'Name the columns to add to note: colour:string.'],
      [
        'migration add-colour ticket colour:string',
        'No migration makes the table ticket, but note. Nothing was changed.',
      ],
      ['migration 2nd', 'cannot be the name of a migration'],
      ['scheme signedCookie', 'src/signed-cookie.ts is there already'],
      ['scheme api', 'src/api.ts is there already'],
      ['scheme ../x', 'cannot be the name of a scheme'],
      ['store', 'src/item-store.ts is there already'],
      ['store new', 'new cannot be the name of a store'],
    ] as const) {
      const refusal = await refusalOf(turnpike, ['make', ...line.split(' ')])
      expect([line, refusal]).toEqual([line, expect.stringContaining(reason)])
    }
    expect(textsIn(turnpike)).toEqual(before)
  })

  it('migrations in a shape of their own are left alone, and the command fails', async () => {
    const { run, folder } = createApplication('kysely')
    writeFileSync(join(folder, 'src/migrations.ts'), 'export {}\n')
    const { code, err } = await run(['make', 'migration', 'fill'])
    expect([code, err]).toEqual([1, expect.stringContaining('Add a migration fill to')])
  })
})

it('what turnpike make has written is undone when a later file cannot be changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-make-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'first.ts'), 'first\n')
  writeFileSync(join(folder, 'second.ts'), 'second\n')
  const plan = {
    made: { 'new.ts': 'new\n' },
    changed: [
      { path: 'first.ts', edit: (text: string) => `${text}more\n`, advice: '' },
      {
        path: 'second.ts',
        edit(text: string) {
          // An editor saves it at the same moment.
          writeFileSync(join(folder, 'second.ts'), 'saved\n')
          return `${text}more\n`
        },
        advice: '',
      },
    ],
    next: [],
  }

  await expect(carryOut(folder, plan, {})).rejects.toThrow(
    'Nothing was changed: second.ts has just changed.',
  )
  expect(readdirSync(folder).toSorted()).toEqual(['first.ts', 'second.ts'])
  expect(readFileSync(join(folder, 'first.ts'), 'utf8')).toBe('first\n')
  expect(readFileSync(join(folder, 'second.ts'), 'utf8')).toBe('saved\n')
})
