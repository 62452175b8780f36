import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { named, quick } from '@turnpike/test-support/accounts.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { generateTokenKey, TokenUnreadable } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyAccounts,
  migrate,
  migrationState,
  requireTokenSecrets,
  rotateTokens,
} from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/kysely/opening/open.ts'
import { directWayOf, giveDirectWay } from '../../src/kysely/statements/direct.ts'
import { fillWithClearText, sinceClearText } from './clear-text-database.ts'

describe('a copy of the database', () => {
  it('a copy of the database has no key in it, neither in the file nor in its log', async () => {
    const { db, folder } = openFile()
    await migrate(db)
    const { users, tokens } = kyselyAccounts(db, { secrets, passwords: quick, createTokens: true })
    const keys: string[] = []
    for (let index = 0; index < 20; index++) {
      const user = await users.create(named(`user${index}`))
      keys.push((await tokens.getOrCreate(user)).key, (await tokens.regenerate(user)).key)
    }

    const bytes = bytesOf(folder)

    expect(readdirSync(folder)).toContain('accounts.db-wal')
    // What is looked for would be found: the names are there.
    expect(bytes.includes('user19')).toBe(true)
    for (const key of keys) expect(isIn(bytes, key)).toBe(false)
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false)
  })

  it('a copy of the database contains nothing that can be sent as a key', async () => {
    const { db, tokens, ada } = await openWithAda()
    const { key } = await tokens.getOrCreate(ada)

    const row = await db.selectFrom('turnpike_token').selectAll().executeTakeFirstOrThrow()

    const texts = Object.values(row).map(String)
    expect(texts.length).toBeGreaterThan(4)
    for (const text of texts) {
      for (const sent of [text, Buffer.from(text, 'base64url').toString('hex')]) {
        expect(await tokens.find(sent)).toBeNull()
      }
    }
    expect(await tokens.find(key)).not.toBeNull()
  })
})

describe('finding a token', () => {
  it('takes one statement, however many secrets there are', async () => {
    const { db, tokens, ada } = await openWithAda()
    const { key } = await tokens.getOrCreate(ada)
    const statements = countingStatements(db)
    const ring = kyselyAccounts(db, { secrets: ['x'.repeat(32), ...secrets, 'y'.repeat(32)] })

    expect(await ring.tokens.find(key)).toMatchObject({ user: ada })
    expect(statements()).toBe(1)

    expect(await ring.tokens.find(generateTokenKey())).toBeNull()
    expect(statements()).toBe(2)
  })

  it('asks the database nothing about a key whose checksum is wrong', async () => {
    const { db, ada } = await openWithAda()
    const statements = countingStatements(db)
    const { tokens } = kyselyAccounts(db, { secrets, tokens: { keyPrefix: 'acme_' } })
    const { key } = await tokens.getOrCreate(ada)
    const before = statements()

    expect(await tokens.find(`${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`)).toBeNull()
    expect(statements()).toBe(before)
    expect(await tokens.find(key)).not.toBeNull()
    expect(statements()).toBe(before + 1)
  })

  it('finds keys without a prefix, too, from before there was one', async () => {
    const { db, tokens, ada } = await openWithAda()
    const { key } = await tokens.getOrCreate(ada)

    const prefixed = kyselyAccounts(db, { secrets, tokens: { keyPrefix: 'acme_' } })

    expect(await prefixed.tokens.find(key)).toMatchObject({ user: ada })
  })
})

describe.each([
  ['sealed key', { sealed: 'A'.repeat(90) }],
  ['sealed key, emptied', { sealed: '' }],
  ['sealed key, no base64', { sealed: '\u2028 %' }],
  ['secret', { secret_id: '0123456789abcdef' }],
])('a token whose %s was changed in the database', (_, change) => {
  async function openChanged() {
    const opened = await openWithAda()
    const { key } = await opened.tokens.getOrCreate(opened.ada)
    await opened.db.updateTable('turnpike_token').set(change).execute()
    return { ...opened, key }
  }

  it('a changed token cannot be shown, and is not replaced without a request', async () => {
    const { tokens, ada } = await openChanged()

    await expect(tokens.of(ada)).rejects.toThrow(TokenUnreadable)
    await expect(tokens.getOrCreate(ada)).rejects.toThrow(TokenUnreadable)
  })

  it('a changed token is accepted by its key when the digest is unchanged', async () => {
    const { tokens, ada, key } = await openChanged()

    expect(await tokens.find(key)).toMatchObject({ key, user: ada })
  })

  it('a changed token can be replaced and revoked', async () => {
    const { tokens, ada, key } = await openChanged()

    const next = await tokens.regenerate(ada)
    expect(await tokens.of(ada)).toMatchObject({ key: next.key })
    expect(await tokens.find(key)).toBeNull()

    const other = await openChanged()
    expect(await other.tokens.revoke(other.ada)).toBe(true)
    expect(await other.tokens.of(other.ada)).toBeNull()
  })

  it('a changed token does not block the rotation of secrets when it may be revoked', async () => {
    const { db, tokens, ada } = await openChanged()
    const ring = ['a fresh secret for all of the tokens', ...secrets]

    await expect(rotateTokens(db, ring)).rejects.toThrow()
    expect(await rotateTokens(db, ring, { revokeLost: true })).toEqual({ rotated: 0, revoked: 1 })
    expect(await tokens.of(ada)).toBeNull()
  })
})

it('refuses the key of a token whose digest was changed in the database', async () => {
  const { db, tokens, ada } = await openWithAda()
  const { key } = await tokens.getOrCreate(ada)
  await db
    .updateTable('turnpike_token')
    .set({ digest: 'A'.repeat(43) })
    .execute()

  expect(await tokens.find(key)).toBeNull()
})

describe('secrets', () => {
  it('secrets must be given', () => {
    const { db } = openFile()
    const without = kyselyAccounts as (db: AnyDatabase) => unknown

    expect(() => without(db)).toThrow(ConfigurationError)
    expect(() => without(db)).toThrow(
      'secrets of kyselyAccounts() must be a list of one or more secrets of at least 32',
    )
    const misspelt = { secret: secrets } as unknown as { secrets: string[] }
    expect(() => kyselyAccounts(db, misspelt)).toThrow('Did you mean secrets?')
  })

  it('secrets that do not open the tokens are refused at the start, not at each request', async () => {
    const { db, tokens, ada } = await openWithAda()
    const wrong = ['x'.repeat(32)]
    await requireTokenSecrets(db, wrong) // There is no token yet that they could fail to open.
    await tokens.getOrCreate(ada)

    await requireTokenSecrets(db, secrets)
    await requireTokenSecrets(db, [...wrong, ...secrets])
    await expect(requireTokenSecrets(db, wrong)).rejects.toThrow(ConfigurationError)
    await expect(requireTokenSecrets(db, wrong)).rejects.toThrow('turnpike secrets rotate')
  })
})

describe('a database with keys in clear text', () => {
  // More than are sealed at a time.
  const clear = Array.from({ length: 603 }, (_, index) => ({
    username: `user${index}`,
    key: generateTokenKey(),
  }))

  it('a database with clear-text keys keeps its tokens, and none of their keys', async () => {
    const { db, folder } = openFile()
    await fillWithClearText(db, clear)
    expect(isIn(bytesOf(folder), clear[7]?.key ?? '')).toBe(true)

    expect(await migrate(db, undefined, { secrets })).toEqual(sinceClearText)

    expect(await migrationState(db)).toBe('current')
    await expectTokens(db)
    const bytes = bytesOf(folder)
    expect(clear.filter(({ key }) => isIn(bytes, key))).toEqual([])
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([
      { integrity_check: 'ok' },
    ])
  })

  it('a database with clear-text keys is refused without the secrets, and left unchanged', async () => {
    const { db } = openFile()
    await fillWithClearText(db, clear.slice(0, 3))

    await expect(migrate(db)).rejects.toThrow(ConfigurationError)
    await expect(migrate(db)).rejects.toThrow('migrate(db, migrations, { secrets })')

    expect(await migrationState(db)).toEqual({ behind: sinceClearText })
    const keys = await db.selectFrom('turnpike_token').select('key').execute()
    expect(keys).toHaveLength(3)
  })

  it('a database with clear-text keys needs no secrets when it has no tokens', async () => {
    const { db } = openFile()
    await fillWithClearText(db, [])

    expect(await migrate(db)).toEqual(sinceClearText)
  })

  it.skipIf(postgresMissing !== null)(
    'a database with clear-text keys keeps its tokens on PostgreSQL',
    async () => {
      const { db, close } = await openPostgres()
      onTestFinished(close)
      await fillWithClearText(db, clear.slice(0, 30))

      await migrate(db, undefined, { secrets })

      await expectTokens(db, clear.slice(0, 30))
    },
  )

  async function expectTokens(db: AnyDatabase, expected = clear) {
    const { users, tokens } = kyselyAccounts(db, { secrets })
    for (const { username, key } of expected) {
      expect(await tokens.find(key)).toMatchObject({
        key,
        user: { username },
        created: new Date('2026-11-20T18:51:44.825Z'),
      })
    }
    const last = await users.find(expected.at(-1)?.username ?? '')
    expect(last && (await tokens.of(last))?.key).toBe(expected.at(-1)?.key)
    expect(await db.selectFrom('turnpike_token').selectAll().execute()).toHaveLength(
      expected.length,
    )
  }
})

function openFile(): { db: AnyDatabase; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  const { db, close } = openDatabase(`sqlite:${join(folder, 'accounts.db')}`)
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  return { db, folder }
}

async function openWithAda() {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  const { users, tokens } = kyselyAccounts(db, { secrets, passwords: quick })
  return { db, tokens, ada: await users.create(named('ada')) }
}

/** Everything that a thief of the folder would have. */
const bytesOf = (folder: string): Buffer =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))

const isIn = (bytes: Buffer, key: string): boolean =>
  [key, Buffer.from(key, 'hex'), Buffer.from(key).toString('base64')].some((form) =>
    bytes.includes(form),
  )

/** How many statements were executed since. */
/** Only of what is made of the database afterwards. */
function countingStatements(db: AnyDatabase): () => number {
  let count = 0
  const executor = db.getExecutor()
  const way = directWayOf(executor)
  if (way === undefined) throw new Error('The database has no short way.')
  giveDirectWay(executor, (query) => {
    count++
    return way(query)
  })
  return () => count
}
