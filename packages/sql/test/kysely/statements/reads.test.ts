import { describe, expect, it } from 'vitest'
import { mayReadLate, onlyReads } from '../../../src/kysely/statements/reads.ts'

describe('statements for replicas', () => {
  it.each([
    'select * from "note"',
    '(select 1) union all (select 2)',
    'with "recent" as (select * from "note") select * from "recent"',
    'select "updated" from "note" where "title" = $1',
    'select "update", "offset" from "note" as "set"',
    'explain (format json) select * from "note"',
    'values (1)',
  ])('a replica may execute: %s', (text) => {
    expect(mayReadLate(text)).toBe(true)
  })

  it.each([
    'insert into "note" default values',
    'with "made" as (insert into "note" default values returning *) select * from "made"',
    'with "changed" as (update "note" set "title" = $1 returning *) select * from "changed"',
    'with "changed" as (update only "note" set "title" = $1) select 1',
    'with "changed" as (update "my notes" as "n" set "title" = $1) select 1',
    'with "changed" as (update only note * as n set title = $1) select 1',
    'WITH gone AS (DELETE FROM note RETURNING *) SELECT * FROM gone',
    'select * from "note" for update',
    'select * from "note" for no key update skip locked',
    'select * from "note" for share',
    'explain analyze insert into "note" default values',
    'with "made" as (select 1) insert or ignore into "note" select * from "made"',
    'with "made" as (select 1) replace into "note" select * from "made"',
    'select 1 as "id" into "note"',
    'begin',
    'lock table "note"',
  ])('a write is: %s', (text) => {
    expect(onlyReads(text)).toBe(false)
    expect(mayReadLate(text)).toBe(false)
  })

  const access = ['user', 'token', 'session', 'api_key', 'throttle', 'idempotency']
  const tables = [...access, 'migration', 'counted']
  it.each([...tables.map((name) => `turnpike_${name}`), 'pg_class', 'information_schema.tables'])(
    'a statement that reads %s goes to the primary, without being a write',
    (name) => {
      const text = `select * from "note" inner join ${name} as "t" on true`
      expect(mayReadLate(text)).toBe(false)
      expect(onlyReads(text)).toBe(true)
    },
  )
})
