import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyItems } from '../../../src/kysely/index.ts'

const owner = sql.ref('note.owner')
const title = sql.ref('title')

const kept: readonly (readonly [string, RawBuilder<boolean>])[] = [
  ['an equality', sql`${owner} = ${1}`],
  ['an equality of columns', sql`${owner} = ${title}`],
  ['a conjunction', sql`(${owner} >= ${1} and ${title} <> ${'x'})`],
  ['a disjunction in parentheses', sql`(${owner} = ${1} or (${owner} < ${5} AND ${owner} > ${0}))`],
  ['a list of values', sql`${owner} in (${1}, ${2})`],
  ['a list that excludes', sql`${owner} not in (${7})`],
  ['a test for null', sql`${owner} is not null and not ${title} is null`],
  ['a pattern', sql`${title} like ${'%'} and ${title} not like ${'z%'}`],
  ['a range', sql`${owner} between ${0} and ${5}`],
  ['constants', sql`1=1 and true and not false`],
  ['raw SQL in raw SQL', sql`(${sql`${owner} = ${1}`} and ${sql`${owner} > ${0}`})`],
]

const refused: readonly (readonly [string, RawBuilder<boolean>])[] = [
  ['a random number', sql`random() <> ${1}`],
  ['the time', sql`${owner} < unixepoch('now')`],
  ['the time as a word', sql`${title} <> current_timestamp`],
  ['a function of the application', sql`is_mine(${owner}) = ${1}`],
  ['a quoted call', sql`"is_mine"(${owner}) = ${1}`],
  ['a call of a reference', sql`${sql.ref('is_mine')}(${owner}) = ${1}`],
  ['a call of a reference with a space', sql`${sql.ref('is_mine')} (${owner}) = ${1}`],
  ['a call of a name', sql`${sql.id('is_mine')}(${owner}) = ${1}`],
  ['a call of a table', sql`${sql.table('is_mine')}(${owner}) = ${1}`],
  ['a call split in two', sql`${sql`is_mine`}(${owner}) = ${1}`],
  ['a call of like', sql`like(${'%'}, ${title})`],
  ['a regular expression', sql`${title} regexp ${'a'}`],
  ['a match', sql`${title} glob ${'*'}`],
  ['a collation', sql`${title} = ${'A'} collate mine`],
  ['a subquery', sql`${owner} in (select id from note)`],
  ['a name', sql`note.owner = ${1}`],
  ['a quoted name', sql`"owner" = ${1}`],
  ['a text', sql`${title} <> 'x'`],
  ['a comment', sql`${owner} = ${1} -- random()`],
  ['an operator of JSON', sql`${title} ->> ${'$'} is null`],
]

describe('raw SQL of operators', () => {
  function open() {
    const { db, sqlite, sent, close } = openRecordedSqlite(
      `create table note (id integer primary key, owner integer, title text);
      insert into note values (1, 1, 'a'), (2, 2, 'b'), (3, null, 'c')`,
    )
    onTestFinished(close)
    sqlite.function('is_mine', (owner) => Number(owner === 1))
    sqlite.function('regexp', (pattern, text) => Number(String(text).includes(String(pattern))))
    const count = (condition: RawBuilder<boolean>) =>
      kyselyItems(db, db.selectFrom('note').selectAll().where(condition)).count()
    return { db, sent, count }
  }

  it.each(kept)('a count with %s is kept', async (_, condition) => {
    const { db, sent, count } = open()

    const first = await count(condition)
    expect(await count(condition)).toBe(first)
    expect(sent).toHaveLength(1)

    await db.insertInto('note').values({ owner: 1, title: 'd' }).execute()
    await count(condition)
    expect(sent).toHaveLength(3)
  })

  it.each(refused)('a count with %s is read again', async (_, condition) => {
    const { sent, count } = open()

    await count(condition).catch(() => {})
    await count(condition).catch(() => {})
    expect(sent).toHaveLength(2)
  })
})
