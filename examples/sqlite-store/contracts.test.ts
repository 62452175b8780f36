/**
 * Tests the stores for what every store promises.
 *
 *   node --test contracts.test.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  type Book,
  type ContractCase,
  compositeKeyContract,
  itemSetContract,
  itemStoreContract,
  type NoteTag,
  passwordHashingContract,
  replayStoreContract,
  sessionStoreContract,
  signInContract,
  throttleStoreContract,
  tokenOptionsContract,
  tokenStoreContract,
  userDirectoryContract,
  userStoreContract,
} from '@turnpike/testing'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import type { TokenOptions } from 'turnpike/kit'
import {
  openDatabase,
  sqliteAccounts,
  sqliteItems,
  sqliteReplayStore,
  sqliteSessions,
  sqliteStore,
  sqliteThrottleStore,
} from './index.ts'

const secrets = ['a secret of the tests with 32 characters or more']
// The cases sign in some hundred times.
const cheap = pbkdf2({ iterations: 1 })

function openAccounts(passwords: PasswordHasher = cheap, tokens: TokenOptions = {}) {
  const database = openDatabase(':memory:')
  const accounts = sqliteAccounts(database, { secrets, passwords, tokens })
  const { create: createUser } = accounts.users
  return { database, ...accounts, createUser, close: () => database.close() }
}

type NewBook = { id?: number; title: string; rating: number | null }

function openBooks() {
  const database = openDatabase(':memory:')
  database.exec('create table book (id integer primary key, title text not null, rating integer)')
  return {
    items: sqliteItems<Book>(database, 'book'),
    store: sqliteStore<Book, NewBook>(database, 'book'),
    close: () => database.close(),
  }
}

function openNoteTags() {
  const database = openDatabase(':memory:')
  database.exec(`create table note_tag (
    note_id integer, tag_id integer, weight integer, primary key (note_id, tag_id))`)
  const store = sqliteStore<NoteTag, NoteTag>(database, 'note_tag', { key: ['note_id', 'tag_id'] })
  return { store, close: () => database.close() }
}

/** Two connections to one file, as two processes have them. */
function openTwice<Store>(storeIn: (database: ReturnType<typeof openDatabase>) => Store) {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-store-'))
  const databases = [1, 2].map(() => openDatabase(join(folder, 'counts.db')))
  const [store, other] = databases.map(storeIn) as [Store, Store]
  return {
    store,
    other,
    close() {
      for (const database of databases) database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const contracts: Record<string, ContractCase[]> = {
  'the rows of a table': itemSetContract(async (books) => {
    const { store, items, close } = openBooks()
    for (const book of books) await store.create(book)
    return { items, close }
  }),
  'the store of a table': itemStoreContract(openBooks),
  'the store of a table with a key of two columns': compositeKeyContract(openNoteTags),
  users: userStoreContract(openAccounts),
  'users whose passwords are hashed': passwordHashingContract(openAccounts),
  'users that an admin can search': userDirectoryContract(openAccounts),
  tokens: tokenStoreContract(openAccounts),
  'tokens with options': tokenOptionsContract((options) => openAccounts(cheap, options)),
  'users and their tokens': signInContract(openAccounts),
  sessions: sessionStoreContract((now) => {
    const { database, users, close } = openAccounts()
    const setActive = async ({ pk }: { pk: number | string }, isActive: boolean) => {
      database.prepare('update account set is_active = ? where id = ?').run(Number(isActive), pk)
    }
    return { sessions: sqliteSessions(database, { now }), users, setActive, close }
  }),
  'counts of requests': throttleStoreContract((now) =>
    openTwice((database) => sqliteThrottleStore(database, now === undefined ? {} : { now })),
  ),
  'ids that may be used once': replayStoreContract(() => openTwice(sqliteReplayStore)),
}

for (const [name, cases] of Object.entries(contracts)) {
  describe(name, () => {
    for (const { name, run } of cases) it(name, run)
  })
}
