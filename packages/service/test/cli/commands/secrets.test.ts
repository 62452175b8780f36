import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@turnpike/sql/node'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it } from 'vitest'
import {
  fillWithClearText,
  sinceClearText,
} from '../../../../sql/test/kysely/clear-text-database.ts'
import { createTurnpike, createTurnpikeWithAnn } from '../turnpike.ts'

const [old = ''] = secrets
const fresh = 'a fresh secret of 32 characters and more'

const tokenOf = (out: string) => /^Generated token (\S+) for user ann\n$/.exec(out)?.[1] ?? ''

describe('turnpike secrets', () => {
  it('generate prints a secret that SECRET_KEYS takes, another one each time', async () => {
    const { run } = await createTurnpikeWithAnn()

    const [one, two] = await Promise.all([
      run(['secrets', 'generate']),
      run(['secrets', 'generate']),
    ])

    expect(one).toEqual({ code: 0, out: expect.stringMatching(/^[0-9a-f]{64}\n$/), err: '' })
    expect(two.out).not.toBe(one.out)
    const { code } = await run(['token', 'ann'], '', { SECRET_KEYS: one.out.trim() })
    expect(code).toBe(0)
  })

  it('rotate seals the tokens with the first secret; then the old one is not needed', async () => {
    const { run, serve } = await createTurnpikeWithAnn()
    const key = tokenOf((await run(['token', 'ann'])).out)
    const both = { SECRET_KEYS: `${fresh},${old}` }
    const { url } = await serve([], both)
    const whoami = () => fetch(`${url}/whoami/`, { headers: { Authorization: `Token ${key}` } })
    expect((await whoami()).status).toBe(200)

    expect(await run(['secrets', 'rotate'], '', both)).toEqual({
      code: 0,
      out: 'Sealed 1 token with the first secret.\n',
      err: '',
    })

    expect((await whoami()).status).toBe(200)
    expect(tokenOf((await run(['token', 'ann'], '', { SECRET_KEYS: fresh })).out)).toBe(key)
  })

  it('invalid secrets stop every command and the service, with what to do', async () => {
    const { run } = await createTurnpikeWithAnn()
    await run(['token', 'ann'])
    const wrong = { SECRET_KEYS: fresh }

    for (const args of [['token', 'ann'], ['tokens', '--all'], ['secrets', 'rotate'], ['serve']]) {
      const { code, out, err } = await run(args, '', wrong)
      expect(code).toBe(1)
      expect(out).toBe('')
      expect(err).toMatch(/^turnpike: The database has tokens .*SECRET_KEYS.*--revoke-lost\n$/)
    }

    const { out } = await run(['secrets', 'rotate', '--revoke-lost'], '', wrong)
    expect(out).toBe(
      'Sealed 0 tokens with the first secret.\nRevoked 1 token that could not be read.\n',
    )
    expect((await run(['token', 'ann'], '', wrong)).code).toBe(0)
  })

  it('missing secrets are generated once, and shared by the commands and the service', async () => {
    const { folder, run, serve } = createTurnpike()
    const none = { SECRET_KEYS: '' }

    const { err } = await run(['migrate'], '', none)
    expect(err).toContain(`Created a secret in ${join(folder, 'test.db.secret')}. Keep that file`)
    expect(statSync(join(folder, 'test.db.secret')).mode & 0o777).toBe(0o600)
    const made = readFileSync(join(folder, 'test.db.secret'), 'utf8')

    await run(['create-user', 'ann', '--no-password'], '', none)
    const { out, err: silence } = await run(['token', 'ann'], '', none)
    expect(silence).toBe('')
    const { url } = await serve([], none)
    const headers = { Authorization: `Token ${tokenOf(out)}` }
    expect((await fetch(`${url}/whoami/`, { headers })).status).toBe(200)
    expect(readFileSync(join(folder, 'test.db.secret'), 'utf8')).toBe(made)
  })
})

it('one secret is made, whole, when several processes need it at once', async () => {
  const { folder, run } = createTurnpike()

  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => run(['migrate'], '', { SECRET_KEYS: '' })),
  )

  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(outcomes.filter(({ err }) => err.includes('Created a secret in '))).toHaveLength(1)
  expect(readdirSync(folder).sort()).toEqual(['test.db', 'test.db.secret'])
})

describe('a database with token keys in clear text', () => {
  it('turnpike migrate seals a database with clear-text keys, and its tokens remain valid', async () => {
    const { databaseUrl, run, serve } = createTurnpike()
    const key = '401f7ac837da42b97f613d789819ff93537bee6a'
    const { db, close } = openDatabase(databaseUrl)
    await fillWithClearText(db, [{ username: 'ann', key }])
    await close()

    const { out } = await run(['migrate'])

    expect(out).toBe(sinceClearText.map((name) => `Applied ${name}\n`).join(''))
    expect(tokenOf((await run(['token', 'ann'])).out)).toBe(key)
    const { url } = await serve()
    const headers = { Authorization: `Token ${key}` }
    expect((await fetch(`${url}/whoami/`, { headers })).status).toBe(200)
  })
})

describe('the variables of tokens', () => {
  it('the variables of tokens decide the form and lifetime of keys', async () => {
    const { run, serve } = await createTurnpikeWithAnn()
    const env = { TOKEN_KEY_PREFIX: 'acme_', TOKEN_MAX_AGE: '1' }

    const key = tokenOf((await run(['token', 'ann'], '', env)).out)

    expect(key).toMatch(/^acme_[0-9A-Za-z]{36}$/)
    await new Promise((later) => setTimeout(later, 1000))
    const { url } = await serve([], env)
    const response = await fetch(`${url}/whoami/`, { headers: { Authorization: `Token ${key}` } })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ detail: 'Invalid token.' })
  })
})
