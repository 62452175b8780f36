import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { AnyService } from '@turnpike/service'
import { testClient } from '@turnpike/testing'
import { serve } from 'turnpike/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blocksOf } from '../support/docs-examples.ts'
import { type OpenGuide, openGuide, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { run } from '../support/run.ts'

const guide = writtenPage('docs/guides/api-keys-for-machines.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { machineFetch } = await guide.load<{
  machineFetch(service: string, keyFile: string): (path: string) => Promise<Response>
}>('src/machine.ts')

const build = { revision: '05b4322', result: 'passed' }
const secretKey = 'the-secret-of-the-tests-of-the-guides'
const turnpike = resolve(import.meta.dirname, '../../packages/service/src/cli/main.ts')

type NewKey = Parameters<OpenGuide['keys']['create']>[1]

/** A new machine account with a key. */
async function issue({ keys, users, app }: OpenGuide, fields: Omit<NewKey, 'name'>) {
  const user = await users.create({ username: `machine-${crypto.randomUUID()}`, password: null })
  const { key, apiKey } = await keys.create(user, { name: 'CI', ...fields })
  const from = (address: string, text = key) =>
    testClient(app, {
      headers: { Authorization: `Api-Key ${text}` },
      connection: { address },
    })
  return { key, apiKey, user, from, machine: from('192.0.2.7') }
}

describe.each(guideDatabases)('keys of machines on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
  })
  afterEach(async () => {
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)

  onDatabase(`a machine does what its scopes say and nothing else on ${name}`, async () => {
    const { machine, apiKey } = await issue(service, { scopes: ['builds:write'] })
    const answer = await machine.post('/builds/', { json: build })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ ...build, key: apiKey.id })

    const reader = await issue(service, { scopes: ['builds:read'] })
    expect((await reader.machine.get('/builds/')).status).toBe(200)
    const refused = await reader.machine.post('/builds/', { json: build })
    expect(refused.status).toBe(403)
    expect(guide.text).toContain('403 `This needs the scope …`')
    expect((await refused.json()).detail).toMatch(/^This needs the scope builds:read/)
    for (const path of ['/members/', '/keys/']) {
      expect((await reader.machine.get(path)).status).toBe(403)
    }
    expect((await service.anonymous.get('/builds/')).status).toBe(401)

    const person = await service.clientOf('ann')
    expect(await (await person.post('/builds/', { json: build })).json()).toMatchObject({
      key: null,
    })
    expect((await person.get('/members/')).status).toBe(200)
    const wrong = await person.post('/keys/', { json: { name: 'x', scopes: ['builds:all'] } })
    expect(wrong.status).toBe(400)
  })
  onDatabase(`each key of a machine has a limit of its own on ${name}`, async () => {
    const { machine, user, from } = await issue(service, { scopes: ['builds:read'] })
    const statuses: number[] = []
    for (let index = 0; index < 22; index++) {
      statuses.push((await machine.get('/builds/')).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
    const next = await service.keys.create(user, { name: 'next', scopes: ['builds:read'] })
    expect((await from('192.0.2.7', next.key).get('/builds/')).status).toBe(200)
    const person = await service.clientOf('ann')
    expect((await person.get('/builds/')).status).toBe(200)
  })

  onDatabase(
    `a machine is refused from another address, and when it is stopped, on ${name}`,
    async () => {
      const allowed = { scopes: ['builds:read'], allowedAddresses: ['192.0.2.7', '10.2.0.0/16'] }
      const { from, user } = await issue(service, allowed)
      expect((await from('192.0.2.7').get('/builds/')).status).toBe(200)
      expect((await from('10.2.200.1').get('/builds/')).status).toBe(200)
      const refused = await from('10.3.0.1').get('/builds/')
      expect([refused.status, await refused.json()]).toEqual([401, { detail: 'Invalid API key.' }])

      await service.users.setActive(user, false)
      const stopped = await from('192.0.2.7').get('/builds/')
      expect([stopped.status, await stopped.json()]).toEqual([
        401,
        { detail: 'User inactive or deleted.' },
      ])
      for (const text of ['Invalid API key.', 'User inactive or deleted.']) {
        expect(guide.text).toContain(`401 \`${text}\``)
      }
    },
  )
})

describe('the programs of the guide to keys for machines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-machines-'))
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'builds.db')}`,
    SECRET_KEYS: secretKey,
    BASE_URL: '', // vitest sets one
    LOG_LEVEL: 'silent',
  }
  const keyFile = join(folder, 'key')
  /** `turnpike …` */
  const cli = (...args: string[]) => run(guide.folder, [turnpike, ...args], environment)
  const store = (key: string) => {
    writeFileSync(`${keyFile}.next`, key, { mode: 0o600 })
    renameSync(`${keyFile}.next`, keyFile)
  }

  let service: OpenGuide
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    service = await openGuide(definition, environment.DATABASE_URL)
    server = await serve(service.app, { port: 0, handleSignals: false })
    await cli('create-user', 'nightly', '--no-password')
  })
  afterAll(async () => {
    await server.close({ isReplaced: true })
    await service.close()
    rmSync(folder, { recursive: true })
  })
  const create = async (...args: string[]) =>
    (await cli('keys', 'create', 'nightly', '--name', 'x', ...args)).trim()

  it('the script of the guide reports a build with a key that no list of processes shows', async () => {
    const [script = ''] = blocksOf(guide.text, 'bash').map(({ code }) => code)
    const report = (key: string) =>
      promisify(execFile)('bash', ['-c', script], {
        env: {
          PATH: process.env.PATH,
          BUILDS_URL: server.url,
          BUILDS_KEY: key,
          REVISION: 'abc123',
          RESULT: 'failed',
        },
      })
    const { stdout } = await report(await create('--scope', 'builds:write', '--days', '90'))
    expect(JSON.parse(stdout)).toMatchObject({ revision: 'abc123', result: 'failed' })
    expect(script).not.toMatch(/-H|--header/)
    await expect(report('tk_wrong')).rejects.toThrow(/401/)
  })

  it('the nightly job of the guide runs through the replacement of its key', async () => {
    const read = ['--scope', 'builds:read', '--days', '90']
    const first = await create(...read)
    store(first)
    const nightly = () =>
      run(guide.folder, ['src/nightly.ts'], {
        BUILDS_URL: server.url,
        BUILDS_KEY_FILE: keyFile,
      })
    expect(await nightly()).toMatch(/^\d of \d builds failed\n$/)

    const fetchBuilds = machineFetch(server.url, keyFile)
    const statuses = new Set<number>()
    let isOver = false
    const caller = (async () => {
      while (!isOver) {
        statuses.add((await fetchBuilds('/builds/')).status)
        // Slower than the limit of a key would end.
        await new Promise((resolve) => setTimeout(resolve, 2000))
      }
    })()
    store(await create(...read))
    expect((await fetchBuilds('/builds/')).status).toBe(200)
    await cli('keys', 'revoke', first.slice(0, 9))
    expect((await fetchBuilds('/builds/')).status).toBe(200)
    isOver = true
    await caller
    expect([...statuses]).toEqual([200])

    store(first)
    await expect(nightly()).rejects.toThrow(/401 .*Invalid API key/)
  })

  it('a machine of the guide sends its key to no other service and follows no redirect', async () => {
    store('tk_x')
    const elsewhere = machineFetch(server.url, keyFile)('https://evil.example/')
    await expect(elsewhere).rejects.toThrow(/The key is for/)
  })

  it('the audit of the guide names the keys that somebody should look at', async () => {
    const audit = () => run(guide.folder, ['src/audit.ts'], environment)
    await cli('keys', 'revoke', '--all', 'nightly')
    expect(await audit()).toBe('')

    await create('--scope', 'builds:read', '--days', '90')
    expect(await audit()).toBe('')
    await create('--scope', 'builds:write', '--never')
    await create('--scope', 'builds:read', '--days', '3')
    const shown = await audit().catch(({ message }: Error) => message)
    expect(shown).toMatch(/tk_\w{6}… \(nightly, x\): has no end; writes from anywhere/)
    expect(shown).toMatch(/tk_\w{6}… \(nightly, x\): ends within two weeks/)
  })
})
