import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { command, withoutEngine } from '@turnpike/test-support/prisma/generate.ts'
import { describeWithPrisma } from '@turnpike/test-support/prisma/packages.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { install } from '../../../test/tutorial/installed.ts'
import { type Creator, run, unpackCreator } from './creator.ts'

const root = resolve(import.meta.dirname, '../../..')

let creator: Creator
beforeAll(() => {
  creator = unpackCreator()
}, 180_000)
afterAll(() => rmSync(creator.folder, { recursive: true }))

for (const database of ['sqlite', 'postgresql']) {
  describe.skipIf(database === 'postgresql' && postgresMissing !== null)(`on ${database}`, () => {
    for (const orm of ['kysely', 'drizzle']) testApplication(database, orm)
    describeWithPrisma(`with Prisma on ${database}`, () => testApplication(database, 'prisma'))
  })
}

function testApplication(database: string, orm: string): void {
  it(`the application with ${orm} on ${database} passes its checks, and serves notes`, async () => {
    const name = `${database}-${orm}`
    const args = [name, '--database', database, '--orm', orm, '--yes', '--no-install']
    expect((await creator.create(args)).code).toBe(0)
    const folder = join(creator.folder, name)
    install(join(folder, 'node_modules'))
    await makeMore(folder)
    if (orm === 'prisma') {
      const env = { ...process.env, ...withoutEngine }
      await promisify(execFile)(process.execPath, [command('7.10.0'), 'generate'], {
        cwd: folder,
        env,
      })
    }

    writeFileSync(join(folder, 'src/client.ts'), client)
    const types = await run('npm', ['run', '--silent', 'types'], folder)
    expect([types.code, types.stdout]).toEqual([0, ''])

    const url = await addressOf(database)
    const tests = await run('npm', ['test'], folder, url ? { TEST_DATABASE_URL: url } : {})
    expect([tests.code, tests.stdout]).toEqual([0, expect.stringMatching(/^ℹ fail 0$/m)])
    for (const name of tested) expect(tests.stdout).toContain(name)

    const own = await addressOf(database)
    await expectNotes(folder, own ? { DATABASE_URL: own } : {})
    await expectDevelopment(folder, own ? { DATABASE_URL: own } : {})
    expect(existsSync(join(folder, `${name}.db`))).toBe(database === 'sqlite')
  })
}

/** Names of tests, at least one of each file. */
const tested = [
  'a note is listed after it was created',
  'a blog post is listed after it was created',
  'an empty blog post is refused, and the answer says why',
  'the transportation infrastructures of others are not found',
  'strangers get a 401 that names the scheme',
  'an item store adds an item and returns it with its key',
]

/** What `turnpike make` writes passes the checks as well, and is formatted. */
async function makeMore(folder: string): Promise<void> {
  const types = 'title:string body:text mail:email size:integer isDone:boolean due:date at:datetime'
  for (const command of [
    `resource blogPosts ${types}`,
    'resource transportation_infrastructures the_longest_name_of_all_fields:boolean',
    'migration add-colour blog_post colour:string weight:integer',
    'scheme signed-cookie',
    'store',
  ]) {
    const args = ['run', '--silent', 'turnpike', '--', 'make', ...command.split(' ')]
    const { code, stderr } = await run('npm', args, folder)
    expect([command, code, stderr]).toEqual([command, 0, ''])
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const rules = ['--config-path', join(root, 'biome.json'), '--vcs-enabled=false']
  const tests = ['blog-posts', 'transportation-infrastructures'].map(
    (name) => `test/${name}.test.ts`,
  )
  const files = ['src', ...tests]
  const checked = await run(biome, ['check', ...rules, ...files], folder)
  expect([checked.code, checked.stderr]).toEqual([0, ''])
}

/** The service keeps the types of its views: what it does not have is an error here. */
const client = `
  import { createClient } from '@turnpike/client'
  import type service from './service.ts'

  const { notes } = createClient<typeof service>({ url: 'http://localhost:8000' })
  const added = await notes.create({ title: 'Paid the toll' }).orThrow()
  export const title: string = added.title
  // @ts-expect-error notes have a title, and no subject.
  await notes.create({ subject: 'Paid the toll' })
  // @ts-expect-error its id is a number.
  export const id: string = added.id
`

/** Undefined: the application's own. */
async function addressOf(database: string): Promise<string | undefined> {
  if (database === 'sqlite') return undefined
  const { url, close } = await openPostgres()
  onTestFinished(close)
  return url
}

/** Does what the README of the application says. */
async function expectNotes(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const turnpike = (...args: string[]) =>
    run('npm', ['run', '--silent', 'turnpike', '--', ...args], folder, env, 'correct horse')
  expect((await run('npm', ['run', '--silent', 'migrate'], folder, env)).code).toBe(0)
  expect((await turnpike('create-user', 'ann', '--password-stdin')).code).toBe(0)
  const { stdout } = await turnpike('token', 'ann')
  const key = /token (\S+)/.exec(stdout)?.[1]

  const served = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => end(served))
  const url = await listening(served)
  const headers = { Authorization: `Token ${key}`, 'Content-Type': 'application/json' }
  const anonymous = await fetch(`${url}/notes/`)
  expect(anonymous.status).toBe(401)
  const body = JSON.stringify({ title: 'Paid the toll' })
  const created = await fetch(`${url}/notes/`, { method: 'POST', headers, body })
  expect([created.status, created.headers.get('Location')]).toEqual([201, '/notes/1/'])
  const listed = await fetch(`${url}/notes/`, { headers })
  expect(await listed.json()).toMatchObject({
    count: 1,
    results: [{ id: 1, title: 'Paid the toll' }],
  })
  const { paths } = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as {
    paths: Record<string, unknown>
  }
  // The admin is pages alone.
  const made = ['blog-posts', 'transportation-infrastructures']
  const resources = ['notes', ...made].flatMap((name) => [`/${name}/`, `/${name}/{id}/`])
  const named = [...resources, '/whoami/', '/api-token-auth/', '/login/', '/logout/']
  expect(Object.keys(paths)).toEqual(named)
  for (const path of ['/', '/login/', '/docs/', '/admin/']) {
    const page = await fetch(url + path, { headers: { Accept: 'text/html' } })
    const type = page.headers.get('Content-Type')
    expect([path, page.status, type]).toEqual([path, 200, 'text/html; charset=utf-8'])
  }
}

/** `npm run dev` serves it, and ends with its two processes. */
async function expectDevelopment(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const served = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => end(served))
  const url = await listening(served)
  expect((await fetch(`${url}/notes/`)).status).toBe(401)
  await end(served)
  // npm may end before the service does.
  const answers = () =>
    fetch(`${url}/notes/`).then(
      () => true,
      () => false,
    )
  await expect.poll(answers).toBe(false)
}

/** The address in the log. */
async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('It has no output.')
  for await (const line of createInterface(stdout)) {
    const { url } = JSON.parse(line)
    if (url !== undefined) return url
  }
  throw new Error('The service has ended.')
}

async function end(served: ChildProcess): Promise<void> {
  const hasEnded = served.exitCode !== null || served.signalCode !== null
  if (served.pid === undefined || hasEnded) return
  const ended = once(served, 'exit')
  process.kill(-served.pid, 'SIGTERM')
  await ended
}
