import { describe, expect, it } from 'vitest'
import { applyChecks } from '../../src/adopt/inspect/checks.ts'
import type { Column } from '../../src/adopt/inspect/schema.ts'
import { columnType } from '../../src/adopt/inspect/types.ts'

const column = (name: string, declared: string): Column => ({
  name,
  type: columnType(declared),
  isNullable: false,
  isGenerated: false,
  hasDefault: false,
})

describe('the types of columns', () => {
  it.each([
    ['integer', { kind: 'integer', isBig: false, min: -2_147_483_648, max: 2_147_483_647 }],
    ['int(11)', { kind: 'integer', isBig: false, min: -2_147_483_648, max: 2_147_483_647 }],
    ['integer unsigned', { kind: 'integer', isBig: false, min: 0, max: 4_294_967_295 }],
    ['smallint(5) unsigned', { kind: 'integer', isBig: false, min: 0, max: 65_535 }],
    ['bigint', { kind: 'integer', isBig: true, min: null, max: null }],
    ['BIGINT UNSIGNED', { kind: 'integer', isBig: true, min: 0, max: null }],
    ['bool', { kind: 'boolean' }],
    ['tinyint(1)', { kind: 'boolean' }],
    ['varchar(100)', { kind: 'text', maxLength: 100 }],
    ['character varying(100)', { kind: 'text', maxLength: 100 }],
    ['character varying', { kind: 'text', maxLength: null }],
    ['longtext', { kind: 'text', maxLength: null }],
    ['char(32)', { kind: 'uuid', isText: true }],
    ['char(15)', { kind: 'text', maxLength: 15 }],
    ['uuid', { kind: 'uuid', isText: false }],
    ['numeric(10,2)', { kind: 'decimal', digits: 10, places: 2 }],
    ['decimal(5, 0)', { kind: 'decimal', digits: 5, places: 0 }],
    ['decimal', { kind: 'decimal', digits: null, places: null }],
    ['double precision', { kind: 'float' }],
    ['timestamp with time zone', { kind: 'datetime' }],
    ['timestamp(6) with time zone', { kind: 'datetime' }],
    ['datetime(6)', { kind: 'datetime' }],
    ['time(6)', { kind: 'time' }],
    ['time without time zone', { kind: 'time' }],
    ['jsonb', { kind: 'json', isText: false }],
    ['inet', { kind: 'address' }],
    ['bytea', { kind: 'other', name: 'bytea' }],
    ['text[]', { kind: 'other', name: 'text[]' }],
    ['character varying(20)[]', { kind: 'other', name: 'character varying(20)[]' }],
    ['interval', { kind: 'other', name: 'interval' }],
    ['geometry(Point,4326)', { kind: 'other', name: 'geometry(point,4326)' }],
    ['', { kind: 'other', name: '' }],
  ])('a column of the type %j has values of its kind', (declared, type) => {
    expect(columnType(declared)).toEqual(type)
  })

  it('the checks of Django make JSON and numbers from 0 on, and others are left', () => {
    const { columns, checks } = applyChecks(
      [column('data', 'text'), column('rank', 'integer'), column('price', 'decimal')],
      [
        '(JSON_VALID("data") OR "data" IS NULL)',
        '(rank >= 0)',
        '"price" >= 0',
        'json_valid(`gone`)',
        "\"rank\" < 5 or '(' = ')'",
      ],
    )
    expect(columns.map(({ type }) => type)).toEqual([
      { kind: 'json', isText: true },
      { kind: 'integer', isBig: false, min: 0, max: 2_147_483_647 },
      { kind: 'decimal', digits: null, places: null },
    ])
    expect(checks).toEqual(['"price" >= 0', "\"rank\" < 5 or '(' = ')'"])
  })
})
