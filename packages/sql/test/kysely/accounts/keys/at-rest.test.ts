import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { named, quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInFile, openInMemory } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { IssuedApiKey } from 'turnpike/kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { copyData } from '../../../../../service/src/service/copying/copy-data.ts'
import { createTokenVault } from '../../../../src/kysely/accounts/token-vault.ts'
import {
  type AnyDatabase,
  kyselyAccounts,
  migrate,
  requireTokenSecrets,
  rotateTokens,
} from '../../../../src/kysely/index.ts'

const fresh = 'the fresh secret, of 32 characters and more'
const ring = [fresh, ...secrets]

/** A database of ann with this many API keys. */
async function filled(count = 1, openAny: () => Promise<Opened> = openInMemory) {
  const { db, close } = await openAny()
  onTestFinished(close)
  const accounts = kyselyAccounts(db, { secrets, passwords: quick, logger: silentLogger })
  const ann = await accounts.users.create(named('ann'))
  const issued: IssuedApiKey[] = []
  for (let index = 0; index < count; index++) {
    issued.push(
      await accounts.keys.create(ann, { name: `export ${index}`, scopes: ['notes:read'] }),
    )
  }
  const [{ key, apiKey } = { key: '', apiKey: undefined }] = issued
  if (apiKey === undefined) throw new Error('There is no key.')
  return { ...accounts, db, ann, issued, key, apiKey }
}

interface Opened {
  db: AnyDatabase
  close(): Promise<void>
}

describe('API keys at rest', () => {
  it('a copy of the database has no API key in it, neither in the file nor in its log', async () => {
    const { db, path, close } = await openInFile()
    const { issued } = await filled(20, async () => ({ db, close }))

    const folder = dirname(path)
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))

    // What is looked for would be found: the names are there.
    expect(bytes.includes('export 19')).toBe(true)
    for (const { key, apiKey } of issued) {
      expect(bytes.includes(apiKey.prefix)).toBe(true)
      const hidden = key.slice(apiKey.prefix.length)
      for (const form of [hidden, Buffer.from(key).toString('base64').slice(16)]) {
        expect(bytes.includes(form)).toBe(false)
      }
    }
  })

  it('a copy of the database contains nothing that can be sent as an API key', async () => {
    const { db, keys } = await filled()

    const row = await db.selectFrom('turnpike_api_key').selectAll().executeTakeFirstOrThrow()

    const texts = Object.values(row).map(String)
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) expect(await keys.find(text)).toBeNull()
  })

  it('the sealed form of a token is none of an API key, although both are of one user', async () => {
    const { ann } = await filled()
    const token = createTokenVault(secrets)
    const apiKey = createTokenVault(secrets, 'api key')
    const key = 'tk_the same text for both'

    expect(apiKey.digestsOf(key)).not.toEqual(token.digestsOf(key))
    expect(() => apiKey.open(token.seal(key, ann.pk), ann.pk)).toThrow('An API key of the user')
    expect(() => token.open(apiKey.seal(key, ann.pk), ann.pk)).toThrow('The token of the user')
  })

  it('an API key whose digest was changed in the database is refused', async () => {
    const { db, keys, key } = await filled()
    await db.updateTable('turnpike_api_key').set({ digest: 'x' }).execute()

    expect(await keys.find(key)).toBeNull()
  })
})

describe('the secrets of API keys', () => {
  it('a service does not start with secrets that do not open its API keys', async () => {
    const { db } = await filled()

    await requireTokenSecrets(db, secrets)
    await expect(requireTokenSecrets(db, [fresh])).rejects.toThrow(ConfigurationError)
    await expect(requireTokenSecrets(db, [fresh])).rejects.toThrow('turnpike secrets rotate')
  })

  it('a rotation brings every API key under the first secret, its text unchanged', async () => {
    const { db, tokens, ann, issued } = await filled(230)
    const token = await tokens.getOrCreate(ann)

    expect(await rotateTokens(db, ring)).toEqual({ rotated: 231, revoked: 0 })
    expect(await rotateTokens(db, ring)).toEqual({ rotated: 0, revoked: 0 })

    await requireTokenSecrets(db, [fresh])
    const after = kyselyAccounts(db, { secrets: [fresh] })
    for (const { key, apiKey } of issued) expect(await after.keys.find(key)).toEqual(apiKey)
    expect(await after.tokens.find(token.key)).toEqual(token)
  })

  it('a rotation leaves alone the API keys that are revoked meanwhile', async () => {
    const { db, keys, issued } = await filled(3)

    const rotating = rotateTokens(db, ring)
    await Promise.all(issued.map(({ apiKey }) => keys.revoke(apiKey)))
    await rotating

    expect(await keys.search().count()).toBe(0)
  })

  it('API keys that cannot be read stop a rotation, unless they are to be revoked', async () => {
    const { db, keys, key, issued } = await filled(2)
    await db
      .updateTable('turnpike_api_key')
      .set({ sealed: 'changed' })
      .where('id', '=', issued[0]?.apiKey.id)
      .execute()

    await expect(rotateTokens(db, ring)).rejects.toThrow('An API key of the user with the pk 1')
    expect(await keys.find(key)).not.toBeNull()

    expect(await rotateTokens(db, ring, { revokeLost: true })).toEqual({ rotated: 1, revoked: 1 })
    expect(await keys.find(key)).toBeNull()
  })

  it('API keys whose secret is lost can be revoked together', async () => {
    const { db, keys } = await filled(2)

    await expect(rotateTokens(db, [fresh])).rejects.toThrow(ConfigurationError)
    expect(await rotateTokens(db, [fresh], { revokeLost: true })).toEqual({
      rotated: 0,
      revoked: 2,
    })
    expect(await keys.search().count()).toBe(0)
  })
})

describe('the last use of an API key', () => {
  it('the last uses of API keys are written a moment later, by one statement', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { db, keys, issued } = await filled(3)
    await sql`create table change (id text)`.execute(db)
    await sql`
      create trigger note_change after update on turnpike_api_key
      begin insert into change values (new.id); end`.execute(db)

    for (const { key } of [...issued, ...issued]) {
      const found = await keys.find(key)
      if (found !== null) keys.noteUse(found)
    }
    expect(await keys.search().slice(0, null)).toMatchObject(Array(3).fill({ lastUsed: null }))
    await vi.advanceTimersByTimeAsync(1000)

    const used = await keys.search().slice(0, null)
    expect(used.every(({ lastUsed }) => lastUsed !== null)).toBe(true)
    expect(await db.selectFrom('change').selectAll().execute()).toHaveLength(3)
  })

  it('a last use of an API key that cannot be written does not hinder requests', async () => {
    const { db, keys, key, apiKey, flush } = await filled()
    await sql`
      create trigger no_change before update on turnpike_api_key
      begin select raise(abort, 'The disk is full.'); end`.execute(db)

    keys.noteUse(apiKey)
    await flush()

    expect(await keys.find(key)).toEqual(apiKey)
  })
})

it.skipIf(postgresMissing !== null)(
  'copying the data takes the API keys along, and they go on working',
  { timeout: 600_000 },
  async () => {
    const { db, key, apiKey } = await filled()
    const target = await openPostgres()
    onTestFinished(target.close)
    await migrate(target.db)

    const copied = await copyData(db, target.db)

    expect(copied).toContainEqual({ table: 'turnpike_api_key', rows: 1 })
    const there = kyselyAccounts(target.db, { secrets })
    expect(await there.keys.find(key)).toEqual(apiKey)
  },
)
