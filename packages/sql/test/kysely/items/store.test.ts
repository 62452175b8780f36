import {
  type Generated,
  type Kysely,
  type KyselyPlugin,
  SafeNullComparisonPlugin,
  sql,
} from 'kysely'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  integerKey,
  kyselyStore,
  kyselyTransactions,
  textKey,
  uuidKey,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { onBothDatabases } from '../transactions/both-databases.ts'

interface Tables {
  note: { id: Generated<number>; title: string | null; done: Generated<number | boolean> }
  country: { code: string; name: string }
}

interface Loose {
  a: number | null
  b: number | null
  title: string
}

describe('a store over a table', () => {
  it('a store over a table has the types of the table', async () => {
    const notes = kyselyStore(await open(), 'note')
    const note = await notes.create({ title: 'Buy milk' })

    expectTypeOf(note).toEqualTypeOf<{
      id: number
      title: string | null
      done: number | boolean
    }>()
    // @ts-expect-error there is no such column
    await expect(notes.update(note, { colour: 'red' })).rejects.toThrow('no such column')
    // @ts-expect-error a title is a text
    await notes.update(note, { title: 7 })
  })

  it('fills in what the database has defaults for', async () => {
    const notes = kyselyStore(await open(), 'note')

    expect(await notes.create({})).toEqual({ id: 1, title: null, done: false })
    expect(await notes.create({ title: 'Buy milk', done: true })).toEqual({
      id: 2,
      title: 'Buy milk',
      done: true,
    })
  })

  it('adds rows of whatever columns, one after the other', async () => {
    const { db, close } = openDatabase('sqlite::memory:')
    onTestFinished(close)
    await sql`create table note (id integer primary key, title text default 'none', rank integer)`.execute(
      db,
    )
    const sent: unknown[] = []
    const asJson: KyselyPlugin = {
      transformQuery: ({ node }) => {
        sent.push(JSON.stringify(node).includes('"asked"'))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const expected: [object, object][] = [
      [{ title: 'a' }, { id: 1, title: 'a', rank: null }],
      [{ rank: 2 }, { id: 2, title: 'none', rank: 2 }],
      [
        { title: 'b', rank: undefined },
        { id: 3, title: 'b', rank: null },
      ],
      [
        { rank: 4, title: null },
        { id: 4, title: null, rank: 4 },
      ],
      [{ title: sql`upper('e')` }, { id: 5, title: 'E', rank: null }],
      [
        { title: 'f', rank: true },
        { id: 6, title: 'f', rank: 1 },
      ],
      [{}, { id: 7, title: 'none', rank: null }],
      [
        { title: "'); drop table note; --" },
        { id: 8, title: "'); drop table note; --", rank: null },
      ],
    ]
    const { create } = kyselyStore(db, 'note')
    for (const [values, row] of expected) expect(await create(values)).toEqual(row)

    // Plugins see the values.
    await kyselyStore(db.withPlugin(asJson), 'note').create({ title: 'asked' })
    expect(sent).toContain(true)
  })

  it('a store over a table can have a text as its key', async () => {
    const countries = kyselyStore(await open(), 'country', { key: 'code', readKey: textKey })
    const austria = await countries.create({ code: 'at', name: 'Austria' })

    expect(await countries.find('at')).toEqual(austria)
    expect(await countries.find('AT')).toBeNull()
    expect(await countries.find('at\0')).toBeNull()
    expect(await countries.update(austria, { name: 'Österreich' })).toEqual({
      code: 'at',
      name: 'Österreich',
    })
    await countries.destroy(austria)
    expect(await countries.items.count()).toBe(0)
  })

  it('reads the columns of a key one by one', async () => {
    const db = await open()
    await db.schema
      .createTable('visit')
      .addColumn('country', 'text', (code) => code.notNull())
      .addColumn('year', 'integer', (year) => year.notNull())
      .addPrimaryKeyConstraint('visit_key', ['country', 'year'])
      .execute()
    const visits = kyselyStore(
      db as unknown as Kysely<{ visit: { country: string; year: number } }>,
      'visit',
      {
        key: ['country', 'year'],
        readKey: { country: textKey },
      },
    )
    const visit = await visits.create({ country: 'at', year: 2026 })

    expect(visits.key).toEqual(['country', 'year'])
    expect(await visits.find('at', '2026')).toEqual(visit)
    expect(await visits.find('at', '02026')).toBeNull()
    expect(await visits.find('2026', 'at')).toBeNull()
    expect(await visits.find('at')).toBeNull()
  })

  it('finds and changes no row by a key that is null', async () => {
    const db = await open()
    await db.schema
      .createTable('loose')
      .addColumn('a', 'integer')
      .addColumn('b', 'integer')
      .addColumn('title', 'text')
      .addUniqueConstraint('loose_key', ['a', 'b'])
      .execute()
    // With this plugin `b = null` becomes `b is null`, which would be true of both rows.
    const plain = db as unknown as Kysely<{ loose: Loose }>
    for (const loose of [plain, plain.withPlugin(new SafeNullComparisonPlugin())]) {
      const store = kyselyStore(loose, 'loose', { key: ['a', 'b'] })
      const row = await store.create({ a: 1, b: null, title: 'one' })
      await store.create({ a: 1, b: null, title: 'two' })

      expect(await store.update(row, { title: 'changed' })).toBeNull()
      await store.destroy(row)
      expect(await plain.selectFrom('loose').select('title').execute()).toContainEqual({
        title: 'one',
      })
    }
  })

  it('finds a key as great as JavaScript can count', async () => {
    const notes = kyselyStore(await open(), 'note')
    const greatest = await notes.create({ id: Number.MAX_SAFE_INTEGER })

    expect(await notes.find('9007199254740991')).toEqual(greatest)
    expect(await notes.find('9007199254740992')).toBeNull()
  })

  it('reports what a constraint of the database refuses', async () => {
    const countries = kyselyStore(await open(), 'country', { key: 'code', readKey: textKey })
    await countries.create({ code: 'at', name: 'Austria' })

    await expect(countries.create({ code: 'at', name: 'Australia' })).rejects.toMatchObject({
      codes: { code: ['unique'] },
    })
  })
})

describe('conditions on an item of a store', () => {
  it('a store with a composite key decides a condition by the whole key', async () => {
    const { db, close } = openDatabase('sqlite::memory:')
    onTestFinished(close)
    await sql`create table note_tag (note integer, tag integer, weight integer,
      primary key (note, tag))`.execute(db)
    const { create, meets } = kyselyStore(db as AnyDatabase, 'note_tag', { key: ['note', 'tag'] })
    const light = await create({ note: 1, tag: 1, weight: 1 })
    const heavy = await create({ note: 1, tag: 2, weight: 9 })
    const isHeavy = { field: 'weight', operator: '>', value: 5 } as const

    expect([await meets?.(light, isHeavy), await meets?.(heavy, isHeavy)]).toEqual([false, true])
    expect(await meets?.({ ...heavy, tag: 3 }, isHeavy)).toBe(false)
    expect(await meets?.(light, { not: isHeavy })).toBe(true)
  })
})

describe('keys in URLs', () => {
  it('integer keys have one spelling in URLs', () => {
    const texts = ['0', '7', '-7', '9007199254740991', '-9007199254740991']
    expect(texts.map(integerKey)).toEqual(texts.map(Number))
    const great = ['9007199254740993', '9223372036854775807', '-9223372036854775808']
    expect(great.map(integerKey)).toEqual(great)

    const others = ['', '-0', '07', '+7', ' 7', '7.0', '7e0', '٧', 'abc', '9223372036854775808']
    for (const text of [...others, '1'.repeat(40), '7\n']) expect(integerKey(text)).toBeNull()
  })

  it('text keys in URLs are texts that a database can store', () => {
    for (const text of ['a', 'São Paulo', '𝒂', 'x'.repeat(255)]) expect(textKey(text)).toBe(text)
    for (const text of ['', 'a\0', '\ud800', 'x'.repeat(256)]) expect(textKey(text)).toBeNull()
  })

  it('keys in URLs can be UUIDs', () => {
    const id = '0198c5a2-7b1e-7cc3-9f57-1d2b3c4d5e6f'
    expect(uuidKey(id)).toBe(id)
    for (const text of [id.toUpperCase(), id.replaceAll('-', ''), `${id}\n`, `{${id}}`, 'abc']) {
      expect(uuidKey(text)).toBeNull()
    }
  })
})

onBothDatabases('keys of a store that are no integers', (openNotes, database) => {
  it('a row is found, changed and removed by a key with a fraction', async () => {
    const { db }: { db: AnyDatabase } = await openNotes()
    await sql`create table shoe (product integer, size real, stock integer,
      primary key (product, size))`.execute(db)
    const shoes = kyselyStore(db, 'shoe', { key: ['product', 'size'], readKey: { size: Number } })
    const whole = await shoes.create({ product: 7, size: 42, stock: 5 })
    for (const size of [42.5, 42.1]) {
      const half = await shoes.create({ product: 7, size, stock: 9 })

      expect(await shoes.find('7', String(size))).toEqual(half)
      const updated = await shoes.update(half, { stock: 1 })
      expect(updated).toEqual({ ...half, stock: 1 })
      await shoes.destroy(half)
      expect(await shoes.items.slice(0, null)).toEqual([whole])
    }
    expect(await shoes.find('7', '42')).toEqual(whole)
    expect(await shoes.find('7', '42.5')).toBeNull()
  })

  it('a key that the database cannot parse is not found, and its transaction goes on', async () => {
    const { db, titles }: { db: AnyDatabase; titles(): Promise<string[]> } = await openNotes()
    if (database === 'PostgreSQL') await sql`create type colour as enum ('red')`.execute(db)
    await sql`create table shade (colour ${sql.raw(database === 'SQLite' ? 'text' : 'colour')},
      number integer, primary key (colour, number))`.execute(db)
    const notes = kyselyStore(db, 'note')
    const storeOf = (db: AnyDatabase) =>
      kyselyStore(db, 'shade', { key: ['colour', 'number'], readKey: { colour: textKey } })
    const red = await storeOf(db).create({ colour: 'red', number: 1 })
    const findAll = async (shades: ReturnType<typeof storeOf>) => {
      expect(await shades.find('green', '1')).toBeNull()
      expect(await shades.find('red', '9007199254740993')).toBeNull()
      expect(await shades.find('red', '1')).toEqual(red)
    }

    await kyselyTransactions(db).run(async () => {
      await findAll(storeOf(db))
      await notes.create({ title: 'after it' })
    })
    await storeOf(db).transaction(async () => {
      await findAll(storeOf(db))
      await notes.create({ title: 'in that of the store' })
    })
    await db.transaction().execute(async (transaction) => {
      await findAll(storeOf(transaction))
      await kyselyStore(transaction, 'note').create({ title: 'in a given one' })
    })
    expect(await titles()).toEqual(['after it', 'in a given one', 'in that of the store'])
  })

  it('a row is changed by a Date, unless it lacks the microseconds of the key', async () => {
    const { db }: { db: AnyDatabase } = await openNotes()
    const open = async (table: string, type: string) => {
      await sql`create table ${sql.table(table)} (device integer, at ${sql.raw(type)},
        value integer, primary key (device, at))`.execute(db)
      return kyselyStore(db, table, { key: ['device', 'at'], readKey: { at: textKey } })
    }
    for (const [table, type] of [
      ['reading', 'timestamptz(3)'],
      ['fine_reading', 'timestamptz'],
      ['local_reading', 'timestamp(6)'],
    ] as const) {
      const at = '2026-01-02T03:04:05.123Z'
      const store = await open(table, type)
      const exact = await store.create({ device: 1, at, value: 5 })
      const isFive = { field: 'value', operator: '=', value: 5 } as const

      expect(await store.find('1', at)).toEqual(exact)
      expect(await store.meets?.(exact, isFive)).toBe(true)
      expect(await store.update(exact, { value: 6 })).toEqual({ ...exact, value: 6 })
      expect(await store.meets?.(exact, isFive)).toBe(false)
      await store.destroy(exact)
      expect(await store.items.count()).toBe(0)
      if (database === 'SQLite' || type === 'timestamptz(3)') continue

      const fine = '2026-01-02T03:04:05.123456Z'
      const reading = await store.create({ device: 1, at: fine, value: 5 })
      expect(await store.find('1', fine)).toEqual(reading)
      for (const work of [
        async () => store.meets?.(reading, isFive),
        () => store.update(reading, { value: 6 }),
        () => store.update(reading, {}),
        () => store.destroy(reading),
      ]) {
        await expect(work()).rejects.toThrow(
          /The key of kyselyStore\(\) names "at", .* give this one the type timestamp\(3\) with/,
        )
      }
      expect(await store.items.slice(0, null)).toEqual([reading])
    }
  })
})

async function open(): Promise<Kysely<Tables>> {
  const { db, close } = openDatabase('sqlite::memory:')
  onTestFinished(close)
  const note = db.schema.createTable('note').addColumn('id', 'integer', (id) => id.primaryKey())
  await note
    .addColumn('title', 'text')
    .addColumn('done', 'boolean', (done) => done.notNull().defaultTo(0))
    .execute()
  const country = db.schema
    .createTable('country')
    .addColumn('code', 'text', (code) => code.primaryKey())
  await country.addColumn('name', 'text').execute()
  return db
}
