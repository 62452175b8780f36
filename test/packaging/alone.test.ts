import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  builtPackages as compiled,
  packageNamed,
  publicSubpathsOf,
  root,
} from '../../tools/packages.ts'
import { builtPackages } from '../support/built-packages.ts'
import { secrets } from '../support/secrets.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'alone-')))
beforeAll(() => void builtPackages(), 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('a package with nothing but its dependencies and required peers', {
  timeout: 600_000,
}, () => {
  it.each(compiled)('every subpath of $name can be imported when it is installed alone', (each) => {
    const application = applicationWith(each.name)
    const imported = publicSubpathsOf(each).map(({ name }) => [name, importOf(application, name)])

    expect(imported).toEqual(publicSubpathsOf(each).map(({ name }) => [name, 'ok']))
  })

  it('@turnpike/client alone has the types of a service in another folder', () => {
    const service = applicationWith('turnpike')
    writeFileSync(join(service, 'app.ts'), app)
    const page = applicationWith('@turnpike/client')
    writeFileSync(join(page, 'page.ts'), pageOf(join('..', basename(service), 'app.ts')))
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext']
    const compiler = join(root, 'node_modules/typescript/bin/tsc')

    const args = [compiler, ...options, '--allowImportingTsExtensions', 'page.ts']
    expect(node(page, args).stdout).toBe('')
  })

  it('create-turnpike runs when it is installed alone', () => {
    const { path } = packageNamed('create-turnpike')
    const target = join(folder, 'create')
    mkdirSync(target)
    const args = ['pack', join(root, path), '--silent', '--offline', '--pack-destination', target]
    const tarball = execFileSync('npm', args, { cwd: target, encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', join(target, tarball), '-C', target])

    const { status, stdout, stderr } = node(target, ['package/create-turnpike.js', '--help'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('npm create turnpike')
  })
})

const app = `
  import { ApiResponse, charField, createApi, routes } from 'turnpike'

  const api = createApi()
  const whoami = api.view({
    get: () => new ApiResponse({ username: 'ann' }),
    operations: { get: { answers: charField() } },
  })
  export const app = routes(api, { '/whoami/': whoami })
`

const pageOf = (service: string) => `
  import { createClient } from '@turnpike/client'
  import type { app } from '${service}'

  const client = createClient<typeof app>({ url: 'http://localhost' })
  export const name: Promise<string> = client.whoami.get().orThrow()
  // @ts-expect-error There is no such path.
  client.whoareyou.get()
`

const adopting = (databaseUrl: string) =>
  `import { adopt } from '@turnpike/django/adopt'
   await adopt({ databaseUrl: '${databaseUrl}', folder: 'adopted', settingsPath: null })`

const opening = (url: string) =>
  `import { sql } from 'kysely'
   import { openDatabase } from '@turnpike/sql/node'
   const { db, close } = openDatabase('${url}')
   await sql\`select 1\`.execute(db)
   await close()`

/** Programs that use an optional peer, and what they print without it. Empty: they need none. */
const programs: readonly (readonly [name: string, peer: string, code: string, error: string])[] = [
  [
    '@turnpike/sql',
    'pg',
    opening('postgres://localhost/notes'),
    'PostgreSQL needs the package pg, which is not installed: npm install pg@8',
  ],
  ['@turnpike/sql', 'better-sqlite3', opening('sqlite::memory:'), ''],
  [
    '@turnpike/django',
    'pg',
    adopting('postgres://localhost/notes'),
    'PostgreSQL needs the package pg, which is not installed: npm install pg@8',
  ],
  [
    '@turnpike/django',
    'mysql2',
    adopting('mysql://localhost/notes'),
    'MySQL needs the package mysql2, which is not installed: npm install mysql2@3',
  ],
  [
    '@turnpike/django',
    'bcrypt',
    `import { djangoPasswords } from '@turnpike/django'
     await djangoPasswords().verify('a phrase', 'bcrypt$$2b$12$' + 'a'.repeat(53))`,
    'A password has the format bcrypt, which needs the package bcrypt: npm install bcrypt@6',
  ],
  [
    '@turnpike/django',
    'jose',
    `import { openDatabase } from '@turnpike/sql/node'
     import { djangoAccounts } from '@turnpike/django'
     const { db } = openDatabase('sqlite::memory:')
     const { authentication } = djangoAccounts(db, { secretKey: 'a'.repeat(50) }).jwt()
     const headers = new Headers({ Authorization: 'Bearer a.b.c' })
     await authentication.authenticate({ headers })`,
    'django.jwt() needs the package jose, which is not installed: npm install jose@6',
  ],
  [
    '@turnpike/jwt',
    'oauth4webapi',
    `import { introspectionAuthentication } from '@turnpike/jwt/oauth'
     const issuer = 'https://issuer.example.com/'
     const client = { id: 'notes', secret: 'a'.repeat(32) }
     const userOf = () => null
     const scheme = introspectionAuthentication({ issuer, client, userOf, audience: null })
     const headers = new Headers({ Authorization: 'Bearer mF_9.B5f-4.1JqM' })
     await scheme.authenticate({ headers, client: { address: '192.0.2.1' } })`,
    'introspectionAuthentication() needs the package oauth4webapi, which is not installed: npm install oauth4webapi@3',
  ],
  [
    '@turnpike/service',
    '@turnpike/testing',
    `import { defaultService } from '@turnpike/service'
     import { testService } from '@turnpike/service/testing'
     await testService(defaultService)`,
    'testService() needs the package @turnpike/testing, which is not installed: npm install @turnpike/testing@0.1',
  ],
  [
    '@turnpike/service',
    'hash-wasm',
    `import { createService, defaultService, readConfig } from '@turnpike/service'
     const config = { DATABASE_URL: 'sqlite::memory:', SECRET_KEYS: 'a'.repeat(50), LOG_LEVEL: 'silent' }
     const { users, close } = await createService(defaultService, readConfig(config), { migrate: true })
     await users.create({ username: 'ann', password: 'the password of ann' })
     await close()`,
    '',
  ],
  [
    '@turnpike/django',
    'better-sqlite3',
    `import '@turnpike/django'\n${opening('sqlite::memory:')}`,
    '',
  ],
]

/** The same for commands of a service. */
const commands: readonly (readonly [
  name: string,
  peer: string,
  command: readonly string[],
  error: string,
])[] = [
  [
    '@turnpike/service',
    '@turnpike/redis',
    ['serve', './books.js'],
    'Redis needs the package @turnpike/redis, which is not installed: npm install @turnpike/redis@0.1',
  ],
  [
    '@turnpike/service',
    '@turnpike/jwt',
    ['signing-keys', 'rotate'],
    'The command signing-keys needs the package @turnpike/jwt, which is not installed: npm install @turnpike/jwt@0.1',
  ],
  [
    '@turnpike/service',
    '@turnpike/django',
    ['adopt', 'sqlite:books.db', '--out', 'adopted'],
    'The command adopt needs the package @turnpike/django, which is not installed: npm install @turnpike/django@0.1',
  ],
  [
    '@turnpike/service',
    '@turnpike/replay',
    ['replay'],
    'The command replay needs the package @turnpike/replay, which is not installed: npm install @turnpike/replay@0.1',
  ],
]

/** Their users hand them in, or only types of them are used. */
const neverImported = [
  '@turnpike/sql @prisma/adapter-pg',
  '@turnpike/sql @prisma/client',
  '@turnpike/sql drizzle-orm',
  '@turnpike/telemetry @opentelemetry/api',
]

const books = `
  import { createApi, routes } from 'turnpike'
  import { defineService } from '@turnpike/service'

  export default defineService({
    name: 'books',
    app: ({ settings }) => routes(createApi(settings), {}),
  })
`

describe('an optional peer that is not installed', () => {
  it('every optional peer of a package is tested or named here', () => {
    const optional = compiled.flatMap(({ name, manifest: { peerDependenciesMeta = {} } }) =>
      Object.keys(peerDependenciesMeta).map((peer) => `${name} ${peer}`),
    )
    const tested = [...programs, ...commands].map(([name, peer]) => `${name} ${peer}`)
    const named = [...tested, ...neverImported]
    expect(named.toSorted()).toEqual(optional.toSorted())
  })

  it.each(programs)('%s says what needs %s, and where Node has its own it needs none', (...use) => {
    const [name, , code, error] = use
    const { status, stderr } = evaluate(applicationWith(name), code)
    expect(stderr).toContain(error)
    expect(status).toBe(error === '' ? 0 : 1)
  })

  it.each(commands)('%s says which command needs %s, and the others run', (...use) => {
    const [name, , command, error] = use
    const application = applicationWith(name)
    writeFileSync(join(application, 'books.js'), books)
    const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
      node(application, ['node_modules/@turnpike/service/turnpike.js', ...args], {
        DATABASE_URL: 'sqlite:books.db',
        SECRET_KEYS: secrets.join(),
        LOG_LEVEL: 'warn',
        ...environment,
      })
    expect(run(['migrate', './books.js'])).toMatchObject({ status: 0, stderr: '' })

    const { status, stderr } = run(command, { THROTTLE_STORE_URL: 'redis://localhost' })
    expect(stderr).toBe(`turnpike: ${error}\n`)
    expect(status).toBe(1)
  })
})

function applicationWith(...names: string[]): string {
  const application = mkdtempSync(join(folder, 'application-'))
  for (const name of names) install(name, join(application, 'node_modules'))
  writeFileSync(join(application, 'package.json'), '{ "type": "module" }')
  return application
}

/**
 * Puts a package into a `node_modules` as npm does, with what it needs. Libraries are links to those
 * of the project, so what a package does not name is found by none of ours.
 */
function install(name: string, modules: string): void {
  const target = join(modules, name)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const own = compiled.find((each) => each.name === name)
  if (own === undefined) {
    symlinkSync(join(root, 'node_modules', name), target)
    return
  }
  mkdirSync(target)
  execFileSync('tar', ['-xzf', builtPackages().tarballOf(name), '--strip=1', '-C', target])
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = own.manifest
  const required = Object.keys(peerDependencies).filter(
    (peer) => peerDependenciesMeta[peer]?.optional !== true,
  )
  for (const needed of [...Object.keys(dependencies), ...required]) install(needed, modules)
}

/** `ok`, or what Node says. */
function importOf(application: string, name: string): string {
  const { status, stderr } = evaluate(application, `await import('${name}')`)
  return status === 0 && stderr === '' ? 'ok' : stderr
}

const evaluate = (cwd: string, code: string) => node(cwd, ['--input-type=module', '--eval', code])

const node = (cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), ...environment },
    timeout: 600_000,
  })
