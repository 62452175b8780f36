/**
 * A token store of your own: the tokens of members, in a SQLite database that has them already.
 *
 * The keys are in clear text here, so a copy of the database signs everybody in. `kyselyAccounts`
 * of `@turnpike/sql` keeps digests and sealed keys.
 */
import type { Database } from 'better-sqlite3'
import { type Token, type TokenStore, type User, UserNotFound } from 'turnpike'
import { generateTokenKey, isTokenKey } from 'turnpike/kit'

export interface Member extends User {
  readonly pk: number
  readonly plan: 'free' | 'paid'
}

export const tables = `
  create table member (
    id integer primary key,
    login text not null unique,
    mail text not null default '',
    plan text not null default 'free',
    locked integer not null default 0
  );
  create table member_token (
    key text primary key,
    member_id integer not null unique references member on delete cascade,
    created integer not null
  );
`

export function memberTokens(database: Database): TokenStore<Member> {
  const select = `
    select member_token.key, member_token.created, member.*
    from member_token join member on member.id = member_token.member_id
  `
  const byKey = database.prepare<[string], Row>(`${select} where member_token.key = ?`)
  const byMember = database.prepare<[number], Row>(`${select} where member.id = ?`)
  // The constraint decides who is first: of any number at once, one inserts.
  const insert = database.prepare(
    'insert into member_token values (?, ?, ?) on conflict (member_id) do nothing',
  )
  const replace = database.prepare(
    `insert into member_token values (?, ?, ?)
     on conflict (member_id) do update set key = excluded.key, created = excluded.created`,
  )
  const remove = database.prepare('delete from member_token where member_id = ?')

  function tokenAfter(statement: typeof insert, member: Member): Token<Member> {
    try {
      statement.run(generateTokenKey(), member.pk, Date.now())
    } catch (error) {
      // The reference to the table of members is the only constraint that can be violated.
      throw isConstraint(error) ? new UserNotFound(member, { cause: error }) : error
    }
    const token = tokenOf(byMember.get(member.pk))
    if (token === null) throw new UserNotFound(member)
    return token
  }

  return {
    find: async (key) => (isTokenKey(key) ? tokenOf(byKey.get(key)) : null),
    of: async ({ pk }) => tokenOf(byMember.get(pk)),
    getOrCreate: async (member) => tokenAfter(insert, member),
    regenerate: async (member) => tokenAfter(replace, member),
    revoke: async ({ pk }) => remove.run(pk).changes > 0,
  }
}

interface Row {
  key: string
  created: number
  id: number
  login: string
  mail: string
  plan: 'free' | 'paid'
  locked: number
}

const tokenOf = (row: Row | undefined): Token<Member> | null =>
  row === undefined ? null : { key: row.key, user: memberOf(row), created: new Date(row.created) }

export const memberOf = (row: Omit<Row, 'key' | 'created'>): Member => ({
  pk: row.id,
  username: row.login,
  email: row.mail,
  isActive: row.locked === 0,
  isStaff: false,
  isAuthenticated: true,
  plan: row.plan,
})

const isConstraint = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
