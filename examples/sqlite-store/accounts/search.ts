/** The search of an admin for users. */
import type { DatabaseSync } from 'node:sqlite'
import type { Account, ItemSet } from 'turnpike'
import type { UserFilter } from 'turnpike/kit'
import { type Row, tableOf } from '../items/columns.ts'
import { itemsOf } from '../items/items.ts'
import { allOf, type Sql, sql } from '../sql.ts'

/** Finds users by a part of their name or address, in order of creation. */
export function accountSearch(database: DatabaseSync): (filter?: UserFilter) => ItemSet<Account> {
  const table = tableOf(database, 'listed_account', 'pk')
  // SQLite's own functions know only the case of ASCII letters.
  database.function('includes_text', { deterministic: true }, (text, part) =>
    Number(String(text).toLowerCase().includes(String(part))),
  )
  return (filter = {}) => itemsOf(database, table, accountFrom, filterSql(filter))
}

function filterSql({ text = '', isActive, isStaff, hasPassword }: UserFilter): Sql {
  const part = text.toLowerCase()
  const flags = Object.entries({ isActive, isStaff, hasPassword })
  return allOf([
    // No user has such a name, and a NUL would end the text that SQLite hands to the function.
    ...(part.includes('\0') || !part.isWellFormed() ? [sql('0')] : []),
    ...(part === ''
      ? []
      : [sql('includes_text(username, ?) or includes_text(email, ?)', part, part)]),
    ...flags.flatMap(([name, is]) => (is === undefined ? [] : [sql(`${name} = ?`, Number(is))])),
  ])
}

function accountFrom({ pk, username, email, isActive, isStaff, created }: Row): Account {
  return {
    pk: Number(pk),
    username: String(username),
    email: String(email),
    isActive: isActive === true,
    isStaff: isStaff === true,
    isAuthenticated: true,
    created: new Date(String(created)),
  }
}
