/**
 * Puts the store to the test of what every token store promises.
 *
 *   node --test tokens.test.ts
 */
import { describe, it } from 'node:test'
import { tokenStoreContract } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import type { NewUser } from 'turnpike'
import { memberOf, memberTokens, tables } from './tokens.ts'

function open() {
  const database = new Sqlite(':memory:')
  database.pragma('foreign_keys = on')
  database.exec(tables)
  const insert = database.prepare<unknown[], Parameters<typeof memberOf>[0]>(
    'insert into member (login, mail, locked) values (?, ?, ?) returning *',
  )

  return {
    tokens: memberTokens(database),
    async createUser({ username, email = '', isActive = true }: NewUser) {
      const row = insert.get(username, email, isActive ? 0 : 1)
      if (row === undefined) throw new Error('SQLite has given no row.')
      return memberOf(row)
    },
    close: () => database.close(),
  }
}

describe('the tokens of members', () => {
  for (const { name, run } of tokenStoreContract(open)) it(name, run)
})
