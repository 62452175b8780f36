import { named, quick } from '@turnpike/test-support/accounts.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { ConfigurationError } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyAccounts,
  migrate,
  requireTokenSecrets,
  rotateTokens,
} from '../../src/kysely/index.ts'

const old = 'the old secret, of 32 characters and more'
const fresh = 'the fresh secret, of 32 characters and more'
const both = [fresh, old]

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

describe('the rotation of secrets on SQLite', () => testRotation(openInFile))

describe.skipIf(postgresMissing !== null)('the rotation of secrets on PostgreSQL', () =>
  testRotation(async () => {
    const { db, close } = await openPostgres()
    await migrate(db)
    return { db, close }
  }),
)

function testRotation(open: Open): void {
  it('brings every token under the first secret, its key unchanged', async () => {
    const { db, keys } = await filled(open, 230)

    expect(await rotateTokens(db, both)).toEqual({ rotated: 230, revoked: 0 })
    expect(await rotateTokens(db, both)).toEqual({ rotated: 0, revoked: 0 })

    await requireTokenSecrets(db, [fresh])
    const { users, tokens } = kyselyAccounts(db, { secrets: [fresh] })
    for (const key of keys) expect(await tokens.find(key)).not.toBeNull()
    const first = await users.find('user0')
    expect(first && (await tokens.of(first))?.key).toBe(keys[0])
    expect(await kyselyAccounts(db, { secrets: [old] }).tokens.find(keys[0] ?? '')).toBeNull()
  })

  it('lets every reader find every token meanwhile', async () => {
    const { db, keys } = await filled(open, 230)
    const { tokens } = kyselyAccounts(db, { secrets: both })

    let isRotating = true
    let reads = 0
    const read = async (offset: number) => {
      for (let index = offset; isRotating; index++) {
        const key = keys[index % keys.length] ?? ''
        expect((await tokens.find(key))?.key).toBe(key)
        reads++
        await new Promise((later) => setImmediate(later))
      }
    }
    const readers = [0, 80, 160].map(read)
    await rotateTokens(db, both)
    isRotating = false
    await Promise.all(readers)

    // Each reader has read between two batches, at least.
    expect(reads).toBeGreaterThan(readers.length)
  })

  it('leaves alone what is replaced and revoked meanwhile', async () => {
    const { db, keys } = await filled(open, 3)
    const { users, tokens } = kyselyAccounts(db, { secrets: both })
    const [ann, ben] = await Promise.all([users.find('user0'), users.find('user1')])
    if (ann === null || ben === null) throw new Error('The users are missing.')

    const rotating = rotateTokens(db, both)
    const [replaced] = await Promise.all([tokens.regenerate(ann), tokens.revoke(ben)])
    await rotating

    expect(await tokens.find(replaced.key)).toEqual(replaced)
    expect(await tokens.find(keys[0] ?? '')).toBeNull()
    expect(await tokens.find(keys[1] ?? '')).toBeNull()
    expect(await tokens.find(keys[2] ?? '')).not.toBeNull()
    await requireTokenSecrets(db, [fresh])
  })

  it('refuses tokens whose secret it does not know, unless they are to be revoked', async () => {
    const { db, keys } = await filled(open, 3)

    await expect(rotateTokens(db, [fresh])).rejects.toThrow(ConfigurationError)
    expect(await kyselyAccounts(db, { secrets: [old] }).tokens.find(keys[0] ?? '')).not.toBeNull()

    expect(await rotateTokens(db, [fresh], { revokeLost: true })).toEqual({
      rotated: 0,
      revoked: 3,
    })
    await requireTokenSecrets(db, [fresh])
    expect(await db.selectFrom('turnpike_token').selectAll().execute()).toEqual([])
  })

  it('keeps an API key that another process makes meanwhile with a secret of its own', async () => {
    // Two batches of tokens: there is time between them.
    const { db } = await filled(open, 230)
    const next = kyselyAccounts(db, {
      secrets: ['the next secret, of 32 characters and more', ...both],
    })
    const user = await next.users.find('user0')
    if (user === null) throw new Error('The user is missing.')
    let creating: ReturnType<typeof next.keys.create> | undefined
    const onProgress = () => {
      creating ??= next.keys.create(user, { name: 'made meanwhile', scopes: ['notes'] })
    }

    await expect(rotateTokens(db, both, { onProgress })).rejects.toThrow(ConfigurationError)
    const made = await creating
    expect(await next.keys.find(made?.key ?? '')).not.toBeNull()
  })
}

/** Users `user0`, `user1` and so on, each with a token under the old secret. */
async function filled(open: Open, count: number) {
  const { db, close } = await open()
  onTestFinished(close)
  const keys = await db.transaction().execute(async (transaction) => {
    const { users, tokens } = kyselyAccounts(transaction, { secrets: [old], passwords: quick })
    const keys: string[] = []
    for (let index = 0; index < count; index++) {
      keys.push((await tokens.regenerate(await users.create(named(`user${index}`)))).key)
    }
    return keys
  })
  return { db, keys }
}
