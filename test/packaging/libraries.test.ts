import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { installPackages } from '../support/built-packages.ts'
import { secrets } from '../support/secrets.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'libraries-')))
afterAll(() => rmSync(folder, { recursive: true }))

/** The service of the README, and a program that uses it. */
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [, books = ''] =
  /Write this into a file `books.ts`[\s\S]+?```ts\n([\s\S]+?)```/.exec(readme) ?? []

const useBooks = `
  import books from './books.ts'
  import { createService, readConfig } from '@turnpike/service'

  const config = readConfig({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'warn' })
  const { app, users, tokens, close } = await createService(books, config, { migrate: true })
  const user = await users.create({ username: 'ann', password: 'correct horse' })
  const { key } = await tokens.getOrCreate(user)

  async function ask(method, path, data) {
    const response = await app.fetch(new Request('http://localhost' + path, {
      method,
      headers: { Authorization: 'Token ' + key, 'Content-Type': 'application/json' },
      ...(data && { body: JSON.stringify(data) }),
    }), {})
    return [response.status, await response.json()]
  }
  console.log(JSON.stringify([
    await ask('POST', '/books/', { title: 'Middlemarch', year: 1871 }),
    await ask('PATCH', '/books/1/', { year: 1872 }),
    await ask('GET', '/books/?page=1'),
    await ask('POST', '/books/', { year: 'soon' }),
  ]))
  await close()
`

describe('the libraries that an application shares with Turnpike', () => {
  it.each([
    ['oldest', 'kysely-oldest', 'zod-oldest'],
    ['newest', 'kysely-newest', 'zod'],
  ])('an application may use the %s that package.json allows', (name, kysely, zod) => {
    const application = applicationWith(name, { kysely, zod })

    writeFileSync(join(application, 'tsconfig.json'), JSON.stringify(strict))
    expect(run(join(root, 'node_modules/.bin/tsc'), [], application)).toBe('')
    const [created, changed, listed, refused] = JSON.parse(
      run(process.execPath, ['--input-type=module', '--eval', useBooks], application),
    )
    const book = { id: 1, title: 'Middlemarch', year: 1872 }
    expect(created).toEqual([201, { ...book, year: 1871 }])
    expect(changed).toEqual([200, book])
    expect(listed).toEqual([200, { count: 1, next: null, previous: null, results: [book] }])
    expect(refused).toEqual([
      400,
      { title: ['This field is required.'], year: ['A valid integer is required.'] },
    ])
  })

  it.each(['kysely', 'zod'])('two copies of %s are reported', (name) => {
    const application = applicationWith(`two-of-${name}`, {})
    const own = join(application, 'node_modules/@turnpike/service/node_modules')
    mkdirSync(own)
    symlinkSync(installed(`${name}-oldest`), join(own, name))

    const [finding, ...others] = JSON.parse(
      turnpike(application, ['check', '--json']).stdout,
    ).filter(({ id }: { id: string }) => id === 'packages.double')
    expect(others).toEqual([])
    expect(finding.message).toContain(`two copies of ${name}: ${installed(name)}`)
    expect(finding.remedy).toContain(`npm ls ${name}`)

    const { stdout } = turnpike(application, ['serve'])
    expect(stdout, 'logged before the start, which the empty database ends').toContain(
      finding.message,
    )
  })
})

describe('a library that is installed only where it is used', () => {
  it('without better-sqlite3 the service of the README runs on the SQLite of Node', () => {
    const application = applicationWith('without-better-sqlite3', { 'better-sqlite3': null })

    const [created] = JSON.parse(
      run(process.execPath, ['--input-type=module', '--eval', useBooks], application),
    )
    expect(created).toEqual([201, { id: 1, title: 'Middlemarch', year: 1871 }])
  })

  it.each([
    ['kysely', {}, 'The service needs', 'npm install kysely@0.29'],
    ['pg', { DATABASE_URL: 'postgres://localhost/books' }, 'PostgreSQL needs', 'npm install pg@8'],
    [
      '@turnpike/redis',
      { THROTTLE_STORE_URL: 'redis://localhost' },
      'Redis needs',
      'npm install @turnpike/redis@0.1',
    ],
  ])(
    'a missing library is reported with its install command: %s',
    (name, environment, need, command) => {
      const application = applicationWith(`without-${name.replace('/', '-')}`, { [name]: null })
      writeFileSync(join(application, 'books.ts'), books)

      const own = { SECRET_KEYS: secrets.join(), ...environment }
      const served = turnpike(application, ['serve', '--migrate', './books.ts'], own)
      expect(served.stderr).toContain(`turnpike: ${need} the package ${name}`)
      expect(served.stderr).toContain(command)
      expect(served.status).toBe(1)
      expect(served.stderr).not.toContain('    at ')
    },
  )
})

/** What `npx tsc --init` writes, as far as it matters here; declarations of the libraries are checked, too. */
const strict = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    declaration: true,
    skipLibCheck: false,
    outDir: 'out',
    types: ['node'],
  },
  files: ['books.ts'],
}

/** A folder with the README's service, and the libraries in its node_modules: as another one, or not at all. */
function applicationWith(name: string, libraries: Record<string, string | null>): string {
  const application = join(folder, name)
  mkdirSync(application)
  installPackages(join(application, 'node_modules'), libraries)
  writeFileSync(join(application, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(application, 'books.ts'), books)
  return application
}

const installed = (name: string) => join(root, 'node_modules', name)

const run = (program: string, args: readonly string[], cwd: string) => {
  const { stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim()
}

const turnpike = (cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['node_modules/@turnpike/service/turnpike.js', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), LOG_LEVEL: 'warn', PORT: '0', ...environment },
    timeout: 600_000,
  })
