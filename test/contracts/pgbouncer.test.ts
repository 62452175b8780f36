import {
  type AnyDatabase,
  type KyselyAccountsOptions,
  kyselyAccounts,
  kyselyItems,
  kyselyRefreshTokens,
  kyselyReplayStore,
  kyselySessions,
  kyselySigningKeys,
  kyselyStore,
  kyselyThrottleStore,
} from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import {
  apiKeyStoreContract,
  type Book,
  compositeKeyContract,
  itemSetContract,
  itemStoreContract,
  type NoteTag,
  passwordHashingContract,
  refreshTokenStoreContract,
  replayStoreContract,
  sessionDirectoryContract,
  sessionStoreContract,
  signInContract,
  signingKeyStoreContract,
  throttleStoreContract,
  tokenOptionsContract,
  tokenStoreContract,
  userDirectoryContract,
  userStoreContract,
} from '@turnpike/testing'
import { type Generated, type Kysely, sql } from 'kysely'
import type { Account, TokenOptions } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { named, quick } from '../support/accounts.ts'
import { keeps } from '../support/contract.ts'
import { migratedPostgres } from '../support/migrated-postgres.ts'
import { type PgBouncer, pgBouncerMissing, startPgBouncer } from '../support/pgbouncer.ts'
import { postgresMissing, postgresUrl } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'

/** Connections of PgBouncer to the server: fewer than a process has to PgBouncer. */
const serverConnections = 2

interface Opened {
  db: AnyDatabase
  close(): Promise<void>
}

type Open = () => Promise<Opened>

describe.skipIf(postgresMissing !== null || pgBouncerMissing !== null)('behind PgBouncer', () => {
  const openMigrated = migratedPostgres()
  let bouncer: PgBouncer
  beforeAll(async () => {
    bouncer = await startPgBouncer(postgresUrl, serverConnections)
  })
  afterAll(() => bouncer.close())

  for (const preparedStatements of [100, 0]) {
    const name = `behind PgBouncer with ${preparedStatements} prepared statements`
    const open: Open = async () => {
      const own = await openMigrated()
      await sql`create table if not exists book
        (id serial primary key, title text not null, rating integer)`.execute(own.db)
      await sql`create table if not exists note_tag
        (note_id integer, tag_id integer, weight integer, primary key (note_id, tag_id))`.execute(
        own.db,
      )
      const { db, close } = openDatabase(bouncer.behind(own.url), { preparedStatements })
      return { db, close: () => close().then(own.close) }
    }
    keeps(`accounts ${name}`, ...accountContracts(open))
    keeps(`sessions and token pairs ${name}`, ...sessionContracts(open))
    keeps(`counts and replays ${name}`, ...countContracts(open))
    keeps(`items ${name}`, ...itemContracts(open))

    it(`more requests at once than connections, in transactions and outside, all succeed ${name}`, async () => {
      const { db, close } = await open()
      onTestFinished(close)
      const { users, tokens } = kyselyAccounts(db, { secrets, passwords: quick })
      const { key } = await tokens.getOrCreate(await users.create(named('ada')))
      const inTransaction = () =>
        db.transaction().execute((transaction) => {
          const accounts = kyselyAccounts(transaction, { secrets, passwords: quick })
          return accounts.tokens.find(key)
        })

      const finds = Array.from({ length: 50 }, () => [tokens.find(key), inTransaction()]).flat()
      const found = await Promise.allSettled(finds)
      expect(found.filter(({ status }) => status === 'rejected')).toEqual([])
    })
  }
})

function accountContracts(open: Open) {
  const accounts = async (options: Partial<KyselyAccountsOptions> = {}) => {
    const { db, close } = await open()
    return { ...kyselyAccounts(db, { secrets, passwords: quick, ...options }), close }
  }
  const tokens = async (options: TokenOptions = {}) => {
    const opened = await accounts({ tokens: options })
    return { ...opened, createUser: opened.users.create }
  }
  return [
    userStoreContract(() => accounts()),
    passwordHashingContract((passwords) => accounts({ passwords })),
    userDirectoryContract(() => accounts()),
    tokenStoreContract(() => tokens()),
    tokenOptionsContract(tokens),
    signInContract(() => accounts()),
    apiKeyStoreContract((keys) => accounts({ keys })),
  ]
}

function sessionContracts(open: Open) {
  const withUsers = async () => {
    const { db, close } = await open()
    const { users } = kyselyAccounts(db, { secrets, passwords: quick })
    const setActive = async ({ pk }: Account, isActive: boolean) => {
      await db
        .updateTable('turnpike_user')
        .set({ is_active: isActive })
        .where('id', '=', pk)
        .execute()
    }
    return { db, users, setActive, close }
  }
  const sessions = async (now: () => Date) => {
    const opened = await withUsers()
    return { ...opened, sessions: kyselySessions(opened.db, { now }) }
  }
  return [
    sessionStoreContract(sessions),
    sessionDirectoryContract(sessions),
    refreshTokenStoreContract(async () => {
      const opened = await withUsers()
      return { ...opened, refreshTokens: kyselyRefreshTokens(opened.db) }
    }),
    signingKeyStoreContract(async () => {
      const { db, close } = await open()
      return { signingKeys: kyselySigningKeys(db, { secrets }), close }
    }),
  ]
}

const countContracts = (open: Open) => [
  throttleStoreContract(async (now) => {
    const { db, close } = await open()
    const store = kyselyThrottleStore(db, now ? { now } : {})
    return { store, other: store, close }
  }),
  replayStoreContract(async () => {
    const { db, close } = await open()
    return { store: kyselyReplayStore(db), other: kyselyReplayStore(db), close }
  }),
]

interface Tables {
  book: { id: Generated<number>; title: string; rating: number | null }
  note_tag: NoteTag
}

function itemContracts(open: Open) {
  const tables = async () => {
    const { db, close } = await open()
    return { db: db as Kysely<Tables>, close }
  }
  return [
    itemSetContract(async (books: readonly Book[]) => {
      const { db, close } = await tables()
      if (books.length > 0) await db.insertInto('book').values(books).execute()
      return { items: kyselyItems(db, db.selectFrom('book').selectAll()), close }
    }),
    itemStoreContract(async () => {
      const { db, close } = await tables()
      return { store: kyselyStore(db, 'book'), close }
    }),
    compositeKeyContract(async () => {
      const { db, close } = await tables()
      return { store: kyselyStore(db, 'note_tag', { key: ['note_id', 'tag_id'] }), close }
    }),
  ]
}
