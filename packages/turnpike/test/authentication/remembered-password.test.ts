import { kyselyAccounts } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { oneView } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurnpike } from '../../../service/test/cli/turnpike.ts'
import {
  ApiResponse,
  basicAuthentication,
  isAuthenticated,
  memoryAccounts,
  type PasswordHasher,
  pbkdf2,
  type Scheme,
  type Settings,
  type User,
} from '../../src/index.ts'
import { argon2id } from '../../src/node/index.ts'

/** The hasher, counted how often it hashes. */
function counting(hasher: PasswordHasher) {
  let hashes = 0
  const passwords: PasswordHasher = {
    ...hasher,
    hash(password) {
      hashes++
      return hasher.hash(password)
    },
    verify(password, hash) {
      hashes++
      return hasher.verify(password, hash)
    },
  }
  return { passwords, hashes: () => hashes }
}

function openMemory() {
  const { passwords, hashes } = counting(pbkdf2({ iterations: 1 }))
  const { users } = memoryAccounts({ passwords })
  const add = (username: string, password: string) => users.create({ username, password })
  return { users, hashes, add }
}

/** Answers who may read, or the status, for each username and password. */
function reader(scheme: Scheme<User, null>, settings: Settings = {}) {
  const client = oneView(
    {
      authentication: [scheme],
      permissions: [isAuthenticated],
      get: ({ user }) => new ApiResponse((user as User).username),
    },
    settings,
  )
  return async (username: string, password: string, base = 'http://testserver') => {
    const headers = { Authorization: `Basic ${btoa(`${username}:${password}`)}` }
    const response = await client.get(`${base}/`, { headers })
    return response.status === 200 ? response.json() : response.status
  }
}

describe('rememberSeconds', () => {
  it('hashes the same right credentials once, and each time without it', async () => {
    const { users, hashes, add } = openMemory()
    await add('ann', 'secret')
    const [each, once] = [{}, { rememberSeconds: 60 }].map((options) =>
      reader(basicAuthentication({ users, ...options })),
    )

    let before = hashes()
    for (let time = 0; time < 3; time++) expect(await each?.('ann', 'secret')).toBe('ann')
    expect(hashes() - before).toBe(3)
    before = hashes()
    for (let time = 0; time < 3; time++) expect(await once?.('ann', 'secret')).toBe('ann')
    expect(hashes() - before).toBe(1)
  })

  it('takes a hash for each refusal, also of an inactive user with the right password', async () => {
    const { users, hashes, add } = openMemory()
    const ann = await add('ann', 'secret')
    const read = reader(basicAuthentication({ users, rememberSeconds: 60 }))
    await read('ann', 'secret')

    await users.setActive(ann, false)
    for (const [username, password] of [
      ['ann', 'secret'],
      ['ann', 'wrong'],
      ['nobody', 'secret'],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const before = hashes()
        expect(await read(username, password)).toBe(401)
        expect(hashes() - before, `${username}:${password}`).toBe(1)
      }
    }
  })

  it('the budget still refuses after too many failures, even with known credentials', async () => {
    const { users, hashes, add } = openMemory()
    await add('ann', 'secret')
    const rates = { address: null, username: '2/15m' }
    const scheme = basicAuthentication({ users, rememberSeconds: 60 })
    const read = reader(scheme, { FAILED_CREDENTIALS_RATES: rates })

    for (let time = 0; time < 5; time++) expect(await read('ann', 'secret')).toBe('ann')
    expect(await read('ann', 'wrong')).toBe(401)
    expect(await read('ann', 'wrong')).toBe(401)
    const before = hashes()
    expect(await read('ann', 'secret')).toBe(429)
    expect(await read('ann', 'wrong')).toBe(429)
    expect(hashes()).toBe(before)
  })

  it('remembered passwords belong to one scheme, and are unknown to another one with other users', async () => {
    const [here, there] = [openMemory(), openMemory()]
    await here.add('ann', 'secret')
    await there.add('ann', 'another')
    const [readHere, readThere] = [here, there].map(({ users }) =>
      reader(basicAuthentication({ users, rememberSeconds: 60 })),
    )

    expect(await readHere?.('ann', 'secret')).toBe('ann')
    expect(await readThere?.('ann', 'secret')).toBe(401)
    expect(await readThere?.('ann', 'another')).toBe('ann')
    expect(await readHere?.('ann', 'another')).toBe(401)
  })

  it('a remembered password is independent of host and settings', async () => {
    const { users, add } = openMemory()
    const ann = await add('ann', 'secret')
    const scheme = basicAuthentication({ users, rememberSeconds: 60 })
    const read = reader(scheme, { ALLOWED_HOSTS: ['a.test', 'b.test'] })
    const readElsewhere = reader(scheme)

    expect(await read('ann', 'secret', 'http://a.test')).toBe('ann')
    expect(await read('ann', 'secret', 'http://c.test')).toBe(400)
    await users.setPassword(ann, 'changed')
    for (const host of ['http://a.test', 'http://b.test']) {
      expect(await read('ann', 'secret', host)).toBe(401)
    }
    expect(await readElsewhere('ann', 'secret')).toBe(401)
  })

  it.each([-1, 61, 0.5, Number.NaN, null])('rememberSeconds refuses %s', (rememberSeconds) => {
    const { users } = openMemory()
    const options = { users, rememberSeconds: rememberSeconds as number }

    expect(() => basicAuthentication(options)).toThrow(
      `rememberSeconds of basicAuthentication() must be a whole number of seconds from 0 to 60, not ${rememberSeconds}.`,
    )
  })
})

testProcesses('SQLite', () => createTurnpike().databaseUrl)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testProcesses('PostgreSQL', async () => {
    const { url, close } = await openPostgres()
    onTestFinished(close)
    return url
  })
})

function testProcesses(name: string, open: () => string | Promise<string>): void {
  describe(`a remembered password on ${name}`, () => {
    it('a remembered password is refused at once when another process changes it or its user', async () => {
      vi.setConfig({ testTimeout: 600_000 })
      const url = await open()
      const { db, migrate, close } = openDatabase(url)
      onTestFinished(close)
      await migrate()
      const { passwords, hashes } = counting(argon2id())
      const { users } = kyselyAccounts(db, { secrets, passwords })
      await users.create({ username: 'ann', password: 'wonderland' })
      const read = reader(basicAuthentication({ users, rememberSeconds: 60 }))
      const { run } = createTurnpike()
      const elsewhere = (command: string, input = '') =>
        run([command, 'ann', '-d', url], input).then(({ code, err }) => expect(code, err).toBe(0))
      /** Whom the second of two equal requests lets in, and by how many hashes. */
      const second = async (password: string) => {
        await read('ann', password)
        const before = hashes()
        return [await read('ann', password), hashes() - before]
      }
      expect(await second('wonderland')).toEqual(['ann', 0])

      await elsewhere('deactivate')
      expect(await read('ann', 'wonderland')).toBe(401)
      await elsewhere('activate')
      expect(await second('wonderland')).toEqual(['ann', 0])

      await elsewhere('change-password', 'looking-glass\n')
      expect(await read('ann', 'wonderland')).toBe(401)
      expect(await second('looking-glass')).toEqual(['ann', 0])

      const other = openDatabase(url)
      onTestFinished(other.close)
      await other.db.deleteFrom('turnpike_user').where('username', '=', 'ann').execute()
      expect(await second('looking-glass')).toEqual([401, 1])
    })
  })
}
