import { DatabaseSync } from 'node:sqlite'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Condition, ConditionValue } from 'turnpike'
import { UnreadableValue } from 'turnpike/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeSqlite } from '../../../../../test/runtimes/programs/node-sqlite.ts'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>
type Operator = '=' | '<' | '<=' | '>' | '>='

const moment = new Date('2026-03-02T03:04:05.678Z')
const day = new Date('2026-03-02T00:00:00.000Z')
const great = 2n ** 62n

const uuid = '0191e0a0-7c00-7000-8000-000000000001'

/** Two rows and one of nulls, on both databases. */
const statements = (types: Readonly<Record<string, string>>) => [
  `create table thing (id integer primary key, small ${types.small}, whole integer, big bigint,
    exact ${types.exact}, real4 ${types.real4}, real8 double precision, word text, code varchar(20),
    done boolean, born date, at ${types.at}, local ${types.local}, written text, token ${types.token})`,
  `insert into thing values (1, 7, 70, 4611686018427387904, 12.5, 0.1, 0.1, 'Emma', 'a%b', true,
    '2026-03-02', '2026-03-02T03:04:05.678Z', '2026-03-02T03:04:05.678Z', '2026-03-02T03:04:05.678Z', '${uuid}')`,
  `insert into thing values (2, -7, -70, -5, -1, 1e10, 1e300, 'Ulysses', 'a_b', false,
    '2027-01-01', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z',
    '0191e0a0-7c00-7000-8000-000000000002')`,
  'insert into thing (id) values (3)',
]

const postgresTypes = {
  ...{ small: 'smallint', exact: 'numeric(10, 2)', real4: 'real', at: 'timestamptz' },
  ...{ local: 'timestamp', token: 'uuid' },
}

const sqliteTypes = {
  ...{ small: 'integer', exact: 'numeric(10, 2)', real4: 'double', at: 'timestamptz' },
  ...{ local: 'datetime', token: 'text' },
}

/** The ids that a comparison finds, on both databases. */
const found: readonly (readonly [string, Operator, ConditionValue, readonly number[]])[] = [
  ['small', '=', 7, [1]],
  ['small', '<', 100_000, [1, 2]],
  ['small', '=', 100_000, []],
  ['small', '>', -(2 ** 40), [1, 2]],
  ['small', '<', great, [1, 2]],
  ['small', '<', 1e300, [1, 2]],
  ['small', '>', Number.NEGATIVE_INFINITY, [1, 2]],
  ['small', '=', 7.5, []],
  ['small', '>', 6.5, [1]],
  ['small', '=', '7', [1]],
  ['small', '<', '99999999999999999999999', [1, 2]],
  ['small', '=', '7.0', [1]],
  ['whole', '=', 70n, [1]],
  ['whole', '<', 2 ** 40, [1, 2]],
  ['whole', '<=', 10n ** 25n, [1, 2]],
  ['whole', '=', -0, []],
  ['big', '=', great, [1]],
  ['big', '=', String(great), [1]],
  ['big', '=', great + 1n, []],
  ['big', '=', String(great + 1n), []],
  ['big', '<', great, [2]],
  ['big', '<', 10n ** 30n, [1, 2]],
  ['exact', '=', 12.5, [1]],
  ['exact', '=', '12.50', [1]],
  ['exact', '<', 12.6, [1, 2]],
  ['exact', '<', 10n ** 30n, [1, 2]],
  ['real4', '=', 0.1, [1]],
  ['real4', '<', 1e300, [1, 2]],
  ['real8', '=', 0.1, [1]],
  ['real8', '=', 1e300, [2]],
  ['word', '=', 'Emma', [1]],
  ['word', '=', 'emma', []],
  ['word', '=', 'Em\0ma', []],
  ['word', '=', 'Em\ud800', []],
  ['word', '=', "' or 1=1 --", []],
  ['word', '=', 'x'.repeat(100_000), []],
  ['word', '=', 5, []],
  ['code', '=', 'a%b', [1]],
  ['done', '=', true, [1]],
  ['done', '=', false, [2]],
  ['done', '=', 'true', [1]],
  ['done', '=', 1, [1]],
  ['done', '=', 2, []],
  ['whole', '=', true, []],
  ['born', '=', day, [1]],
  ['born', '<=', day, [1]],
  ['born', '<', moment, [1]],
  ['born', '=', moment, []],
  ['born', '>', moment, [2]],
  ['born', '=', '2026-03-02', [1]],
  ['at', '=', moment, [1]],
  ['at', '<', new Date(moment.getTime() + 1), [1]],
  ['at', '<', moment, []],
  ['at', '>=', day, [1, 2]],
  ['local', '=', moment, [1]],
  ['local', '>', moment, [2]],
  ['written', '=', moment, [1]],
  ['written', '>', moment, [2]],
  ['token', '=', uuid, [1]],
]

const others: readonly (readonly [Condition, readonly number[]])[] = [
  [{ field: 'whole', operator: 'in', value: [70, -70.5, 2 ** 40, 10n ** 30n, '-70'] }, [1, 2]],
  [{ field: 'big', operator: 'in', value: [great, -5] }, [1, 2]],
  [{ field: 'real8', operator: 'in', value: [0.1, 0.2] }, [1]],
  [{ field: 'word', operator: 'in', value: ['Emma', 'Em\0ma', '\ud800', '"{}', "'"] }, [1]],
  [{ field: 'word', operator: 'in', value: ['\0'] }, []],
  [{ field: 'at', operator: 'in', value: [moment, day] }, [1]],
  [{ field: 'born', operator: 'in', value: [moment, day] }, [1]],
  [{ field: 'done', operator: 'in', value: [true, false] }, [1, 2]],
  [{ field: 'token', operator: 'in', value: [uuid] }, [1]],
  [{ not: { field: 'word', operator: '=', value: 'Em\0ma' } }, [1, 2, 3]],
  [{ not: { field: 'small', operator: 'in', value: [7] } }, [2, 3]],
  [{ not: { not: { field: 'small', operator: '=', value: 7 } } }, [1]],
  [{ field: 'word', operator: 'contains', value: 'M' }, [1]],
  [{ field: 'word', operator: 'contains', value: '' }, [1, 2]],
  [{ field: 'word', operator: 'contains', value: '\0' }, []],
  [{ field: 'word', operator: 'contains', value: 'E\0' }, []],
  [{ field: 'word', operator: 'contains', value: '\ud800' }, []],
  [{ field: 'word', operator: 'contains', value: '%'.repeat(60_000) }, []],
  [{ field: 'code', operator: 'contains', value: '%' }, [1]],
  [{ field: 'code', operator: 'startsWith', value: 'A_' }, [2]],
  [{ field: 'code', operator: 'equalsText', value: 'A%B' }, [1]],
  [{ field: 'word', operator: 'equalsText', value: 'eMMa' }, [1]],
  [{ field: 'word', operator: 'equalsText', value: 'x'.repeat(60_000) }, []],
  [{ field: 'whole', operator: 'contains', value: '7' }, [1, 2]],
]

function checkValues(name: string, types: Readonly<Record<string, string>>, open: Open) {
  describe(`conditions on columns of ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>
    const idsOf = async (condition: Condition) => {
      const items = kyselyItems(db, db.selectFrom('thing').select('id')).where?.(condition)
      return (await items?.slice(0, null))?.map(({ id }) => id)
    }

    beforeAll(async () => {
      ;({ db, close } = await open())
      for (const statement of statements(types)) await sql.raw(statement).execute(db)
    })
    afterAll(() => close())

    it.each(found)('%s %s %s finds the rows that meet it', async (field, operator, value, ids) => {
      expect(await idsOf({ field, operator, value })).toEqual(ids)
      expect(await idsOf({ not: { field, operator, value } })).toEqual(
        [1, 2, 3].filter((id) => !ids.includes(id)),
      )
    })

    it.each(others.map(([condition, ids]) => [shown(condition), condition, ids] as const))(
      '%s finds the rows that meet it',
      async (_, condition, ids) => {
        expect(await idsOf(condition)).toEqual(ids)
      },
    )

    it('a list of more values than a statement has parameters is one parameter', async () => {
      const value = Array.from({ length: 70_000 }, (_, index) => index)

      expect(await idsOf({ field: 'whole', operator: 'in', value })).toEqual([1])
      expect(
        await idsOf({ field: 'word', operator: 'in', value: [...value.map(String), 'Emma'] }),
      ).toEqual([1])
    })

    it('thousands of alternatives are one condition', async () => {
      const any = Array.from({ length: 5000 }, (_, index): Condition => {
        return { field: 'word', operator: 'contains', value: `${index}` }
      })

      expect(await idsOf({ any })).toEqual([])
      expect(await idsOf({ all: any.map((not) => ({ not })) })).toEqual([1, 2, 3])
    })

    it.each([
      ['whole', 'abc'],
      ['whole', ''],
      ['exact', '1e'],
      ['done', 'maybe'],
      ...(name === 'PostgreSQL' ? [['token', 'abc'] as const, ['born', 'abc'] as const] : []),
    ] as const)('a value that a field cannot have names the field: %s %s', async (field, value) => {
      const condition: Condition = {
        all: [
          { field: 'id', operator: '>', value: 0 },
          { field: 'word', operator: '=', value: 'x' },
          { field, operator: '=', value },
        ],
      }
      await expect(idsOf(condition)).rejects.toThrow(UnreadableValue)
      await expect(idsOf(condition)).rejects.toMatchObject({ field })
    })

    it.each(['wrod', 'nothing.word', '__proto__', 'word"', "word' or 1=1"])(
      'an unknown field of a condition is reported by its name: %s',
      async (field) => {
        for (const condition of [
          { field, operator: 'null' },
          { not: { field, operator: '=', value: field } },
        ] as const) {
          await expect(idsOf(condition)).rejects.toThrow(`A list is filtered by "${field}", which`)
        }
      },
    )

    it('what is no condition is refused before it is part of a statement', async () => {
      const wrong = [
        { field: 'id', operator: '= 1 or 1', value: 1 },
        { not: { field: 'id', operator: '=', value: undefined } },
        { not: { field: 'id', operator: '=', value: Number.NaN } },
        { field: 'id', operator: '=', value: { toOperationNode: () => sql`1`.toOperationNode() } },
      ]
      for (const condition of wrong) {
        await expect(idsOf(condition as unknown as Condition)).rejects.toThrow('where()')
      }
    })
  })
}

const shown = (condition: Condition): string =>
  JSON.stringify(condition, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)).slice(
    0,
    120,
  )

checkValues('SQLite', sqliteTypes, async () => openDatabase('sqlite::memory:'))
checkValues('node:sqlite', sqliteTypes, async () => {
  // Such a build reads the name of an unknown column as a string.
  const options = { enableDoubleQuotedStringLiterals: true }
  const database = nodeSqlite(new DatabaseSync(':memory:', options))
  const db: AnyDatabase = new Kysely({ dialect: new SqliteDialect({ database }) })
  return { db, close: () => db.destroy() }
})
describe.skipIf(postgresMissing !== null)('with a server', () => {
  checkValues('PostgreSQL', postgresTypes, openPostgres)
})
