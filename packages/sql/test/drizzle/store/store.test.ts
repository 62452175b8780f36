import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { drizzleStore } from '../../../src/drizzle/store/store.ts'
import { isSqlite } from '../../../src/kysely/database.ts'
import { currentTransaction, kyselyTransactions, textKey } from '../../../src/kysely/index.ts'
import { onBothDatabases } from './both-databases.ts'
import { makeTables } from './schemas.ts'

onBothDatabases('a store of Drizzle', ({ schemas, open }) => {
  const { people, notes, tags, countries, loose } = schemas

  async function openStores() {
    const { orm, db } = await open()
    await makeTables(db)
    return { orm, db, people: drizzleStore(orm, people), notes: drizzleStore(orm, notes) }
  }

  it('an item has the names and the types of the schema', async () => {
    const { db, notes, people } = await openStores()
    const { id: ownerId } = await people.create({ fullName: 'Ann' })
    const note = await notes.create({
      ...{ title: 'a', ownerId, isDone: true, meta: { tags: ['x'] } },
      ...{ writtenAt: new Date(1234567890123), big: 9007199254740993n, size: 3 },
    })

    const expected = {
      ...{ id: note.id, title: 'a', name: 'made', ownerId, isDone: true, meta: { tags: ['x'] } },
      ...{ writtenAt: new Date(1234567890123), big: 9007199254740993n, size: 3, length: 1 },
    }
    expect(note).toMatchObject(expected)
    expect(Object.keys(note)).not.toContain('secret')
    expect(await notes.find(String(note.id))).toEqual(note)
    expect(await notes.items.slice(0, null)).toEqual([note])
    const { rows } = await sql`select name, label, is_done from note`.execute(db)
    expect(rows).toEqual([{ name: 'a', label: 'made', is_done: true }])
  })

  it('defaults of the schema apply to new items', async () => {
    const { notes } = await openStores()

    expect(await notes.create({ title: 'a' })).toMatchObject({ name: 'made', isDone: false })
    expect(await notes.create({ title: 'b', name: null })).toMatchObject({ name: null })
  })

  it('$onUpdateFn applies to changed items', async () => {
    const { notes } = await openStores()
    const note = await notes.create({ title: 'a', changed: 0 })

    const updated = await notes.update(note, { title: 'b', isDone: true })

    expect(updated).toMatchObject({ title: 'b', isDone: true, changed: 7, name: 'made', length: 1 })
    expect(await notes.update(note, {})).toMatchObject({ title: 'b', changed: 7 })
  })

  it('an item that is gone is neither found nor changed', async () => {
    const { notes } = await openStores()
    const note = await notes.create({ title: 'a' })
    await notes.destroy(note)
    await notes.destroy(note)

    expect(await notes.update(note, { title: 'b' })).toBeNull()
    expect(await notes.find(String(note.id))).toBeNull()
    expect(await notes.find('99999999999')).toBeNull()
    expect(await notes.find('x')).toBeNull()
  })

  it('a composite key is that of the schema', async () => {
    const { orm } = await openStores()
    const store = drizzleStore(orm, tags)
    const tag = await store.create({ noteId: 1, tagId: 2, weight: 5 })
    await store.create({ noteId: 1, tagId: 3 })

    expect(store.key).toEqual(['noteId', 'tagId'])
    expect(await store.find('1', '2')).toEqual(tag)
    expect(await store.update(tag, { weight: 6 })).toEqual({ ...tag, weight: 6 })
    await store.destroy(tag)
    expect(await store.items.slice(0, null)).toEqual([{ noteId: 1, tagId: 3, weight: null }])
    await expect(store.create({ noteId: 1, tagId: 3 })).rejects.toMatchObject({
      status: 400,
      codes: { noteId: ['unique'], tagId: ['unique'] },
    })
  })

  it('a key of text is parsed by readKey', async () => {
    const { orm } = await openStores()
    const store = drizzleStore(orm, countries, { readKey: textKey })
    const country = await store.create({ code: 'at' })

    expect(await store.find('at')).toEqual(country)
    expect(await store.find('de')).toBeNull()
  })

  it('a value that is taken is reported with the field of the schema', async () => {
    const { people } = await openStores()
    await people.create({ fullName: 'Ann' })

    await expect(people.create({ fullName: 'Ann' })).rejects.toMatchObject({
      ...{ status: 400, codes: { fullName: ['unique'] } },
    })
  })

  it('values that must be unique together are reported with their fields', async () => {
    const { notes } = await openStores()
    await notes.create({ title: 'a', name: 'x', size: 1 })

    const error = await notes.create({ title: 'b', name: 'x', size: 1 }).catch((error) => error)

    const message = 'The fields name, size must make a unique set.'
    expect(error.detail).toEqual({ name: [message], size: [message] })
  })

  it('a missing reference is reported with the field of the schema', async () => {
    const { notes } = await openStores()

    const creating = notes.create({ title: 'a', ownerId: 77 })
    await expect(creating).rejects.toMatchObject({
      ...{ status: 400, codes: { ownerId: ['does_not_exist'] } },
    })
    const note = await notes.create({ title: 'a' })
    await expect(notes.update(note, { ownerId: 77 })).rejects.toMatchObject({
      ...{ status: 400, codes: { ownerId: ['does_not_exist'] } },
    })
  })

  it('a missing value is reported with the field of the schema', async () => {
    const { notes } = await openStores()

    const creating = notes.create({ title: null as never })
    await expect(creating).rejects.toMatchObject({
      ...{ status: 400, codes: { title: ['null'] } },
    })
  })

  it('a check that forbids a value is a conflict', async () => {
    const { notes } = await openStores()

    await expect(notes.create({ title: 'a', size: -1 })).rejects.toMatchObject({ status: 409 })
  })

  it('a value that is too long or does not fit is reported with the field', async () => {
    const { db, notes } = await openStores()

    const list = notes.create({ title: ['a'] as never })
    await expect(list).rejects.toMatchObject({ codes: { title: ['invalid'] } })
    const moment = notes.create({ title: 'a', writtenAt: 'no moment' as never })
    await expect(moment).rejects.toMatchObject({ codes: { writtenAt: ['invalid'] } })
    // SQLite has no limit.
    if (isSqlite(db)) return
    const long = notes.create({ title: 'a', name: 'more than ten' })
    await expect(long).rejects.toMatchObject({ codes: { name: ['invalid'] } })
  })

  it('an item to which others refer cannot be removed', async () => {
    const { notes, people } = await openStores()
    const ann = await people.create({ fullName: 'Ann' })
    await notes.create({ title: 'a', ownerId: ann.id })

    await expect(people.destroy(ann)).rejects.toMatchObject({ status: 409 })
  })

  it('meets() reads the item as it is stored now', async () => {
    const { notes } = await openStores()
    const note = await notes.create({ title: 'a', isDone: false })
    await notes.update(note, { isDone: true })

    const isDone = { field: 'isDone', operator: '=', value: true } as const
    expect(await notes.meets?.(note, isDone)).toBe(true)
    expect(await notes.meets?.({ ...note, id: 99 }, isDone)).toBe(false)
  })

  it('the transaction of a store is undone by an error', async () => {
    const { notes } = await openStores()
    const note = await notes.create({ title: 'a' })

    const failing = notes.transaction?.(async () => {
      const found = await notes.find(String(note.id))
      if (found !== null) await notes.update(found, { title: 'b' })
      await notes.create({ title: 'c' })
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(await notes.items.slice(0, null)).toEqual([note])
  })

  it('a store joins the transaction of the current work', async () => {
    const { db, notes } = await openStores()

    const failing = kyselyTransactions(db).run(async () => {
      await notes.create({ title: 'a' })
      await currentTransaction(db)
        .insertInto('note')
        .values({ name: 'b', is_done: false })
        .execute()
      expect(await notes.items.count()).toBe(2)
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(await notes.items.count()).toBe(0)
  })

  it('a key that may be the same in several rows is refused', async () => {
    const { orm } = await openStores()

    expect(() => drizzleStore(orm, loose)).toThrow(
      'The schema of the table loose has no primary key: set the key of drizzleStore() to the ' +
        'fields that are unique together, of id, a.',
    )
    await expect(drizzleStore(orm, loose, { key: 'id' }).find('1')).rejects.toThrow(
      'id may be the same in several rows of loose: there is no primary key or unique constraint ' +
        'on it. Add one to the table.',
    )
    const byName = drizzleStore(orm, people, { key: 'fullName', readKey: textKey })
    expect(await byName.find('1')).toBeNull()
    await expect(drizzleStore(orm, notes, { key: 'title' }).find('1')).rejects.toThrow(
      "Set the key of drizzleStore() to columns that have one: 'id'",
    )
  })

  it('what the schema does not have is refused', async () => {
    const { orm, notes: store } = await openStores()

    // @ts-expect-error there is no such field
    expect(() => drizzleStore(orm, notes, { key: 'colour' })).toThrow(
      'The key "colour" of drizzleStore() is not a field of the table note.',
    )
    // @ts-expect-error there is no such field
    await expect(store.create({ title: 'a', colour: 'red' })).rejects.toThrow(
      'A view writes "colour", which the schema of the table note does not have.',
    )
    expect(() => drizzleStore(orm, {} as typeof notes)).toThrow(
      'drizzleStore() needs a table of a Drizzle schema',
    )
  })
})
