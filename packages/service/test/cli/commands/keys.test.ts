import { kyselyAccounts } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it } from 'vitest'
import { createTurnpikeWithAnn, type Turnpike } from '../turnpike.ts'

/** Does something with the accounts of the database. */
async function withAccountsOf<Result>(
  { databaseUrl }: Turnpike,
  work: (accounts: ReturnType<typeof kyselyAccounts>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openDatabase(databaseUrl)
  try {
    return await work(kyselyAccounts(db, { secrets }))
  } finally {
    await close()
  }
}

const found = (turnpike: Turnpike, key: string) =>
  withAccountsOf(turnpike, ({ keys }) => keys.find(key.trim()))

const issue = (turnpike: Turnpike, name: string, fields: object = {}) =>
  withAccountsOf(turnpike, async ({ users, keys }) => {
    const ann = await users.find('ann')
    if (ann === null) throw new Error('There is no ann.')
    return keys.create(ann, { name, scopes: [], ...fields })
  })

describe('turnpike keys create', () => {
  it('prints the API key alone on the standard output, and what it is on the other', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const limits = ['--expires', '2090-01-31', '-a', '10.0.0.0/8', '--address', '192.0.2.7']

    const { code, out, err } = await turnpike.run([
      ...['keys', 'create', 'ann', '--name', 'Nightly export'],
      ...['--scope', 'notes:read', '-s', 'notes:write', ...limits],
    ])

    expect(code).toBe(0)
    expect(out).toMatch(/^tk_[0-9A-Za-z]{36}\n$/)
    const prefix = out.slice(0, 9)
    expect(err).toBe(
      `Created the API key ${prefix} (Nightly export) for user ann; it expires 2090-01-31T00:00:00.000Z\n`,
    )
    expect(await found(turnpike, out)).toMatchObject({
      name: 'Nightly export',
      scopes: ['notes:read', 'notes:write'],
      expires: new Date('2090-01-31T00:00:00Z'),
      allowedAddresses: ['10.0.0.0/8', '192.0.2.7'],
      user: { username: 'ann' },
    })
  })

  it('an API key of the command line has no scope and no end unless they are given', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const env = { API_KEY_DEFAULT_AGE: '86400' }

    const plain = await turnpike.run(['keys', 'create', 'ann', '-n', 'a'])
    const short = await turnpike.run(['keys', 'create', 'ann', '-n', 'b', '--days', '2'], '', env)
    const endless = await turnpike.run(['keys', 'create', 'ann', '-n', 'c', '--never'], '', env)
    const usual = await turnpike.run(['keys', 'create', 'ann', '-n', 'd'], '', env)

    expect(await found(turnpike, plain.out)).toMatchObject({ scopes: [], expires: null })
    const days = async (out: string) => {
      const apiKey = await found(turnpike, out)
      const end = apiKey?.expires?.getTime() ?? Number.POSITIVE_INFINITY
      return (end - (apiKey?.created.getTime() ?? 0)) / 86_400_000
    }
    expect(await days(short.out)).toBeCloseTo(2, 3)
    expect(await days(usual.out)).toBeCloseTo(1, 3)
    expect(await days(endless.out)).toBe(Number.POSITIVE_INFINITY)
  })

  it('a machine account has no password and acts by its API key', async () => {
    const turnpike = await createTurnpikeWithAnn()
    await turnpike.run(['create-user', 'ci', '--no-password'])
    const { out } = await turnpike.run(['keys', 'create', 'ci', '-n', 'deploy'])
    const { url } = await turnpike.serve()
    const whoami = async () => {
      const headers = { Authorization: `Api-Key ${out.trim()}` }
      const response = await fetch(`${url}/whoami/`, { headers })
      return response.status === 200 ? (await response.json()).username : response.status
    }
    expect(await whoami()).toBe('ci')

    // The running service notices at once.
    await turnpike.run(['keys', 'revoke', '--all', 'ci'])

    expect(await whoami()).toBe(401)
  })

  it.each([
    [['bob', '-n', 'x'], 1, 'Cannot create the API key: user bob does not exist'],
    [['ann', '-n', ' '], 1, 'The name begins or ends with a space.'],
    [['ann', '-n', 'x', '-s', 'a b'], 1, '"a b" is not a scope'],
    [['ann', '-n', 'x', '-a', '10.0.0.0/99'], 1, 'neither an address nor a range'],
    [['ann', '-n', 'x', '-e', '2020-01-01'], 1, 'It must expire in the future.'],
    [['ann'], 2, "required option '-n, --name <name>' not specified"],
    [['ann', '-n', 'x', '-e', '2027-02-30'], 2, 'Write it as 2027-01-31 or'],
    [['ann', '-n', 'x', '-e', 'tomorrow'], 2, 'Write it as 2027-01-31 or'],
    [['ann', '-n', 'x', '--days', '0'], 2, 'Write a number from 1 to 36500.'],
    [['ann', '-n', 'x', '--days', '3', '--never'], 2, 'cannot be used with'],
  ])('turnpike keys create refuses %j with exit code %i', async (args, code, message) => {
    const turnpike = await createTurnpikeWithAnn()

    const outcome = await turnpike.run(['keys', 'create', ...args])

    expect(outcome).toMatchObject({ code, out: '' })
    expect(outcome.err).toMatch(/^turnpike: /)
    expect(outcome.err).toContain(message)
    expect(outcome.err).not.toContain('    at ')
    expect(await withAccountsOf(turnpike, ({ keys }) => keys.search().count())).toBe(0)
  })
})

describe('turnpike keys list', () => {
  it('lists API keys in columns or as JSON, without their secrets', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const { run } = turnpike
    expect((await run(['keys', 'list'])).out).toBe('No API keys.\n')
    const expires = new Date('2090-01-31T00:00:00Z')
    const limits = { scopes: ['notes:read'], expires, allowedAddresses: ['10.0.0.0/8'] }
    const { key, apiKey } = await issue(turnpike, 'export', limits)
    await issue(turnpike, 'ci')

    const { out } = await run(['keys', 'list', 'ann'])
    const json = await run(['keys', 'list', '--json'])

    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^KEY {8}NAME {4}USER {2}SCOPES {6}CREATED /)
    expect(lines[1]).toMatch(
      new RegExp(
        `^${apiKey.prefix}  export  ann   notes:read  .*2090-01-31  never     10.0.0.0/8$`,
      ),
    )
    expect(lines[2]).toMatch(/ {2}ci {6}ann {3}- {11}.*never {7}never {5}all$/)
    const [first] = JSON.parse(json.out)
    expect(first).toEqual({
      id: apiKey.id,
      name: 'export',
      prefix: apiKey.prefix,
      user: 'ann',
      scopes: ['notes:read'],
      created: apiKey.created.toISOString(),
      expires: expires.toISOString(),
      last_used: null,
      allowed_addresses: ['10.0.0.0/8'],
    })
    expect(out + json.out).not.toContain(key)
    expect((await run(['keys', 'list', '--expired'])).out).toBe('No API keys.\n')
    expect(await run(['keys', 'list', 'bob'])).toMatchObject({
      code: 1,
      err: 'turnpike: Cannot list the API keys: user bob does not exist\n',
    })
  })
})

describe('turnpike keys revoke', () => {
  it('revokes an API key by how it begins, by its id, and by all of its text', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const [one, two, three, last] = [
      await issue(turnpike, 'one'),
      await issue(turnpike, 'two'),
      await issue(turnpike, 'three'),
      await issue(turnpike, 'last'),
    ]

    for (const text of [one.apiKey.prefix, two.apiKey.id, three.key]) {
      const { code, out } = await turnpike.run(['keys', 'revoke', text])
      expect(code).toBe(0)
      expect(out).toMatch(/^Revoked the API key tk_\w{6} \((one|two|three)\) of user ann\n$/)
    }

    for (const { key } of [one, two, three]) expect(await found(turnpike, key)).toBeNull()
    expect(await found(turnpike, last.key)).not.toBeNull()
  })

  it('revokes all API keys of a user, even if there is none', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const { key } = await issue(turnpike, 'one')
    await issue(turnpike, 'two')

    const { out } = await turnpike.run(['keys', 'revoke', '--all', 'ann'])
    const again = await turnpike.run(['keys', 'revoke', '--all', 'ann'])

    expect(out).toBe('Revoked 2 API keys of user ann\n')
    expect(again).toMatchObject({ code: 0, out: 'Revoked 0 API keys of user ann\n' })
    expect(await found(turnpike, key)).toBeNull()
  })

  it('revokes none of several API keys that begin alike, and names their ids', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const [one, two] = [await issue(turnpike, 'one'), await issue(turnpike, 'two')]
    const { db, close } = openDatabase(turnpike.databaseUrl)
    await db.updateTable('turnpike_api_key').set({ prefix: 'tk_abcdef' }).execute()
    await close()

    const { code, err } = await turnpike.run(['keys', 'revoke', 'tk_abcdef'])

    expect(code).toBe(1)
    for (const { key, apiKey } of [one, two]) {
      expect(err).toContain(apiKey.id)
      expect(await found(turnpike, key)).not.toBeNull()
    }
  })

  it.each([
    [['tk_'], 1, 'There is no API key tk_. Run: turnpike keys list'],
    [[''], 1, 'There is no API key'],
    [['--all', 'bob'], 1, 'Cannot revoke the API keys: user bob does not exist'],
    [[], 2, 'give either a key or --all <username>'],
    [['tk_abcdef', '--all', 'ann'], 2, 'give either a key or --all <username>'],
  ])('turnpike keys revoke refuses %j with exit code %i', async (args, code, message) => {
    const turnpike = await createTurnpikeWithAnn()
    const { key } = await issue(turnpike, 'one')

    const outcome = await turnpike.run(['keys', 'revoke', ...args])

    expect(outcome).toMatchObject({ code, out: '' })
    expect(outcome.err).toContain(message)
    expect(await found(turnpike, key)).not.toBeNull()
  })

  it('a whole API key is not repeated when there is none like it', async () => {
    const turnpike = await createTurnpikeWithAnn()
    const { key } = await issue(turnpike, 'one')
    await turnpike.run(['keys', 'revoke', key])

    const { code, out, err } = await turnpike.run(['keys', 'revoke', key])

    expect(code).toBe(1)
    expect(out + err).not.toContain(key)
    expect(err).toContain('There is no API key with this text, or it has expired.')
  })
})
