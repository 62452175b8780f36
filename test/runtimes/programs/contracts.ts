/** The published contracts, over the SQLite of the runtime. Prints the cases, and what failed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselyItems,
  kyselyRefreshTokens,
  kyselyReplayStore,
  kyselySessions,
  kyselySigningKeys,
  kyselyStore,
  kyselyThrottleStore,
  migrate,
} from '@turnpike/sql'
import * as contracts from '@turnpike/testing'
import { type Generated, Kysely } from 'kysely'
import { pbkdf2 } from 'turnpike'
import { dialectOf } from './database.ts'
import { checkForms } from './forms.ts'

interface Tables {
  book: { id: Generated<number>; title: string; rating: number | null }
  note_tag: contracts.NoteTag
}

const secrets = ['a secret that is the same for all contracts']
const passwords = pbkdf2({ iterations: 1 })
const library = process.env.DATABASE ?? ''

/** A database in a file, with its tables, and a second connection as another process has it. */
async function open(connectionTimeoutMillis?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-contracts-'))
  const path = join(folder, 'test.db')
  const connect = async (): Promise<AnyDatabase> =>
    new Kysely({ dialect: await dialectOf(library, path, connectionTimeoutMillis) })
  const db = await connect()
  await migrate(db)
  const create = db.schema.createTable('book').addColumn('id', 'integer', (id) => id.primaryKey())
  await create
    .addColumn('title', 'text', (title) => title.notNull())
    .addColumn('rating', 'integer')
    .execute()
  await db.schema
    .createTable('note_tag')
    .addColumn('note_id', 'integer', (id) => id.notNull())
    .addColumn('tag_id', 'integer', (id) => id.notNull())
    .addColumn('weight', 'integer')
    .addPrimaryKeyConstraint('note_tag_key', ['note_id', 'tag_id'])
    .execute()
  const others: AnyDatabase[] = []
  return {
    db,
    tables: db as Kysely<Tables>,
    async other() {
      const other = await connect()
      others.push(other)
      return other
    },
    async close() {
      for (const other of [...others, db]) await other.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

const accounts = async (options = {}) => {
  const { db, close } = await open()
  const opened = kyselyAccounts(db, { secrets, passwords, ...options })
  const createUser = opened.users.create
  const setActive = async ({ pk }: { pk: number | string }, isActive: boolean) => {
    await db
      .updateTable('turnpike_user')
      .set({ is_active: isActive })
      .where('id', '=', pk)
      .execute()
  }
  return { ...opened, db, createUser, setActive, close }
}

const suites = {
  items: [
    ...contracts.itemSetContract(async (books) => {
      const { tables: db, close } = await open()
      if (books.length > 0)
        await db
          .insertInto('book')
          .values([...books])
          .execute()
      return { items: kyselyItems(db, db.selectFrom('book').selectAll()), close }
    }),
    ...contracts.itemStoreContract(async () => {
      const { tables: db, close } = await open()
      return { store: kyselyStore(db, 'book'), close }
    }),
    ...contracts.compositeKeyContract(async () => {
      const { tables: db, close } = await open()
      return { store: kyselyStore(db, 'note_tag', { key: ['note_id', 'tag_id'] }), close }
    }),
  ],
  accounts: [
    ...contracts.userStoreContract(() => accounts()),
    ...contracts.passwordHashingContract((passwords) => accounts({ passwords })),
    ...contracts.userDirectoryContract(() => accounts()),
    ...contracts.signInContract(() => accounts()),
  ],
  tokens: [
    ...contracts.tokenStoreContract(() => accounts()),
    ...contracts.tokenOptionsContract((tokens) => accounts({ tokens })),
    ...contracts.apiKeyStoreContract((keys) => accounts({ keys })),
    ...contracts.refreshTokenStoreContract(async () => {
      const opened = await accounts()
      return { ...opened, refreshTokens: kyselyRefreshTokens(opened.db) }
    }),
    ...contracts.signingKeyStoreContract(async () => {
      const { db, close } = await open()
      return { signingKeys: kyselySigningKeys(db, { secrets }), close }
    }),
  ],
  sessions: [contracts.sessionStoreContract, contracts.sessionDirectoryContract].flatMap(
    (contract) =>
      contract(async (now) => {
        const opened = await accounts()
        return { ...opened, sessions: kyselySessions(opened.db, { now }) }
      }),
  ),
  throttles: contracts.throttleStoreContract(async (now) => {
    const { db, other, close } = await open()
    const options = now ? { now } : {}
    return {
      store: kyselyThrottleStore(db, options),
      other: kyselyThrottleStore(await other(), options),
      close,
    }
  }),
  replays: contracts.replayStoreContract(async () => {
    const { db, other, close } = await open()
    return { store: kyselyReplayStore(db), other: kyselyReplayStore(await other()), close }
  }),
  forms: checkForms(() => open(500)),
}

const cases: Record<string, number> = {}
const failures: string[] = []
for (const [suite, list] of Object.entries(suites)) {
  cases[suite] = list.length
  for (const { name, run } of list) {
    try {
      await run()
    } catch (error) {
      failures.push(`${suite}: ${name}: ${error instanceof Error ? error.stack : error}`)
    }
  }
}
console.log(JSON.stringify({ cases, failures }))
