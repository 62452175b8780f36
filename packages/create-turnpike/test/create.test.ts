import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { extras } from '@turnpike/test-support/extras.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import creatorManifest from '../package.json' with { type: 'json' }
import { type Creator, unpackCreator } from './creator.ts'

let creator: Creator
beforeAll(() => {
  creator = unpackCreator()
})
afterAll(() => rmSync(creator.folder, { recursive: true }))

/** What is in the folder beside the program itself. */
const made = () => readdirSync(creator.folder).filter((name) => name !== 'creator')

describe('create-turnpike refuses', () => {
  it.each([
    ['a name with a space', ['my notes'], 'use lower-case letters, digits and hyphens'],
    ['a name in upper case', ['Notes'], 'use lower-case letters, digits and hyphens'],
    ['a name that begins with a digit', ['2notes'], 'begin with a letter'],
    ['a scoped name', ['@me/Notes'], 'use lower-case letters, digits and hyphens'],
    ['the name of the library', ['turnpike'], 'that is the name of something else'],
    ['two folders', ['notes', 'more'], 'Name one folder, not 2: notes, more.'],
    ['an unknown database', ['notes', '--database', 'mysql'], 'sqlite or postgresql, not "mysql"'],
    ['an unknown ORM', ['notes', '--orm', 'typeorm'], 'kysely or drizzle or prisma, not "typeorm"'],
    ['an unknown option', ['notes', '--force'], "Unknown option '--force'"],
    [
      'a start without packages',
      ['notes', '--start', '--no-install'],
      '--start needs the packages',
    ],
    ['a folder without the packages', ['notes', '--turnpike', 'nowhere'], 'npm run pack -- '],
  ])('create-turnpike refuses %s, says why, and makes nothing', async (_, args, reason) => {
    const { code, stderr } = await creator.create([...args, '--yes'])
    expect(stderr).toContain('create-turnpike: ')
    expect(stderr).toContain(reason)
    expect(code).toBe(1)
    expect(made()).toEqual([])
  })

  it('create-turnpike leaves a folder with files as it was', async () => {
    const folder = join(creator.folder, 'taken')
    mkdirSync(folder)
    writeFileSync(join(folder, 'thesis.txt'), 'Years of work')
    const { code, stderr } = await creator.create(['taken', '--yes', '--no-install'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty (thesis.txt)')])
    expect(readdirSync(folder)).toEqual(['thesis.txt'])
    expect(made()).toEqual(['taken'])
    rmSync(folder, { recursive: true })
  })

  it('create-turnpike leaves nothing over where it may not write', async () => {
    const { code, stderr } = await creator.create(['/proc/notes', '--yes', '--no-install'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Nothing can be written into /proc'),
    ])
    const file = join(creator.folder, 'file')
    writeFileSync(file, '')
    const below = await creator.create(['file/notes', '--yes', '--no-install'])
    expect([below.code, below.stderr]).toEqual([1, expect.stringContaining('create-turnpike: ')])
    const instead = await creator.create(['file', '--yes', '--no-install'])
    expect([instead.code, instead.stderr]).toEqual([1, expect.stringContaining('name another')])
    rmSync(file)
    expect(made()).toEqual([])
  })
})

describe('create-turnpike makes', () => {
  it('an application with what npm would leave out, and with a secret of its own', async () => {
    const { code, stdout } = await creator.create(['notes', '--yes', '--no-install'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('cd notes\n  npm install\n  npm run dev'),
    ])
    const folder = join(creator.folder, 'notes')
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        ...['.dockerignore', '.env', '.env.example', '.github', '.gitignore', 'AGENTS.md'],
        ...['Dockerfile', 'README.md', 'package.json', 'src', 'test', 'tsconfig.json'],
      ].toSorted(),
    )
    expect(statSync(folder).mode & 0o777).toBe(0o777 & ~process.umask())
    const environment = readFileSync(join(folder, '.env'), 'utf8')
    expect(environment).toMatch(/^SECRET_KEYS=[\w-]{43}$/m)
    expect(environment).toMatch(/^# This file is read at the start\./)
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, '.env.example'), 'utf8')).toMatch(/^SECRET_KEYS=$/m)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).not.toMatch(/PRISMA|createdb|\n\n\n/)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(/^\.env$/m)
    rmSync(folder, { recursive: true })
  })

  it('an application may be made in a repository that is still empty, and no place is left to fill in', async () => {
    const folder = join(creator.folder, 'my-notes')
    mkdirSync(join(folder, '.git'), { recursive: true })
    const args = [
      'my-notes',
      '--database',
      'postgresql',
      '--orm',
      'Prisma',
      '--yes',
      '--no-install',
    ]
    expect((await creator.create(args)).code).toBe(0)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    )
    expect(files).toContain('prisma/schema.prisma')
    const left = files.filter((name) =>
      /\{\{|tables\.ts/.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(left).toEqual([])
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('/my_notes\n')
    for (const name of ['README.md', 'Dockerfile']) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text).toContain('PRISMA_SCHEMA_ENGINE_BINARY=/bin/true')
    }
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('createdb my_notes_test')
    rmSync(folder, { recursive: true })
  })

  it('the application of two that are made in one folder at once is whole', async () => {
    const runs = await Promise.all(
      ['kysely', 'drizzle'].map((orm) =>
        creator.create(['both', '--orm', orm, '--yes', '--no-install']),
      ),
    )
    expect(runs.filter(({ code }) => code === 0).length).toBeGreaterThan(0)
    const folder = join(creator.folder, 'both')
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(existsSync(join(folder, 'src/schema.ts'))).toBe(
      dependencies['drizzle-orm'] !== undefined,
    )
    expect(made()).toEqual(['both'])
    rmSync(folder, { recursive: true })
  })
})

describe('create-turnpike --start', () => {
  /** A folder in which `npm` is this script. */
  const withNpm = (script: string) => {
    const folder = join(creator.folder, 'creator/stub')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return { PATH: `${folder}:/usr/bin:/bin` }
  }
  afterEach(() => rmSync(join(creator.folder, 'notes'), { recursive: true, force: true }))

  it.each([
    ['install fails', 'exit 1', 'npm install failed. The application is in '],
    ['install is cut off', 'kill -INT $$', 'npm install failed. The application is in '],
    ['migrations fail', 'case "$*" in *migrate*) exit 3;; esac', 'npm run dev serves it.'],
    ['no password is read', 'case "$*" in *create-user*) exec <&-; exit 1;; esac', 'serves it.'],
    ['no token is printed', 'cat > /dev/null', 'npm run dev serves it.'],
  ])('when %s, create-turnpike says where the application is', async (_, script, message) => {
    const args = ['notes', '--yes', '--start']
    const { code, stderr } = await creator.create(args, { env: withNpm(script) })
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr).not.toContain('    at ')
    expect(existsSync(join(creator.folder, 'notes/package.json'))).toBe(true)
  })

  it('create-turnpike prints the token, serves, and ends with the service', async () => {
    const script =
      'case "$*" in *token*) echo "Generated token abc for user demo";; esac; cat > /dev/null'
    const args = ['notes', '--yes', '--start']
    const { code, stdout } = await creator.create(args, { env: withNpm(script) })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Authorization: Token abc')])
  })
})

describe('the package create-turnpike', () => {
  it('create-turnpike runs on the oldest Node that starts npm', async () => {
    const old = [`${extras}/node-22/bin/node`].filter((path) => existsSync(path))
    for (const node of [process.execPath, ...old]) {
      const { code, stdout } = await creator.create(['--help'], { node })
      expect([code, stdout]).toEqual([0, expect.stringContaining('npm create turnpike@latest')])
    }
  })

  it('create-turnpike has the version of turnpike, and installs that one', async () => {
    expect(creatorManifest.version).toBe(manifest.version)
    await creator.create(['notes', '--yes', '--no-install'])
    const folder = join(creator.folder, 'notes')
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    const tested: Record<string, string> = manifest.devDependencies
    for (const [name, range] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
      const isOwn = /^(?:@turnpike\/|turnpike$)/.test(name)
      // Each package of Turnpike requires the others in exactly its own version.
      if (isOwn) expect([name, range]).toEqual([name, manifest.version])
      else expect([name, range.replace(/^[~^]/, '')]).toEqual([name, tested[name]])
    }
    rmSync(folder, { recursive: true })
  })

  it('the program may be run as it is', () => {
    const { mode } = statSync(join(creator.folder, 'creator/create-turnpike.js'))
    expect(mode & 0o111).not.toBe(0)
  })
})
