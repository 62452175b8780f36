import type { AnyService } from '@turnpike/service'
import type { TestClient } from '@turnpike/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const guide = writtenPage('docs/guides/bulk.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')

describe.each(guideDatabases)('bulk on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let ann: TestClient
  let bob: TestClient

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    ann = await service.clientOf('ann')
    bob = await service.clientOf('bob')
  })
  afterEach(async () => {
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)
  const add = (client: TestClient, json: unknown) => client.post('/notes/bulk/', { json })
  const titles = async () => {
    const rows = await service.db.selectFrom('note').select('title').orderBy('id').execute()
    return rows.map(({ title }) => title)
  }
  const answer = async (response: Response) => [response.status, await response.text()]

  onDatabase(`several notes are added, or none, on ${name}`, async () => {
    const added = await add(ann, [{ title: 'One' }, { title: 'Two' }])
    expect(await answer(added)).toEqual([201, shownAfter(guide, '"Two"')])

    const faulty = await add(ann, [{ title: 'Three' }, {}, { title: 'One' }])
    expect(await answer(faulty)).toEqual([
      400,
      shownAfter(guide, 'bulk/ -H "Authorization: Token $KEY" --json \'[{"title": "Three"}, {}'),
    ])
    const taken = await add(ann, [{ title: 'Three' }, { title: 'One' }])
    expect(await answer(taken)).toEqual([400, shownAfter(guide, '[{"title": "Three"}, {"title"')])
    expect(await titles()).toEqual(['One', 'Two'])
  })

  onDatabase(`wrong lists are refused on ${name}`, async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ title: `${index}` }))
    expect(await (await add(ann, [])).text()).toBe(
      '{"non_field_errors":["This list may not be empty."]}',
    )
    expect(await (await add(ann, many)).text()).toBe(
      '{"non_field_errors":["Ensure this field has no more than 100 elements."]}',
    )
    expect(await (await add(ann, {})).text()).toContain(
      'Expected a list of items but got type \\"object\\".',
    )
    expect((await add(ann, [null])).status).toBe(400)
    expect((await add(service.anonymous, [{ title: 'x' }])).status).toBe(401)
    expect(await titles()).toEqual([])
  })

  onDatabase(`several notes are changed, or none, and only one's own, on ${name}`, async () => {
    await add(ann, [{ title: 'One' }, { title: 'Two' }])
    const change = (client: TestClient, json: unknown) => client.patch('/notes/bulk/', { json })
    const both = await change(ann, [
      { id: 2, title: 'B' },
      { id: 1, title: 'A' },
    ])
    expect(both.status).toBe(200)
    expect(await titles()).toEqual(['A', 'B'])

    const others = await change(bob, [{ id: 1, title: 'Mine' }])
    expect(await answer(others)).toEqual([400, '{"0":{"id":["There is no such note."]}}'])
    const twice = await change(ann, [
      { id: 1, title: 'X' },
      { id: 1, title: 'Y' },
    ])
    expect(await answer(twice)).toEqual([400, '{"1":{"id":["This note is there twice."]}}'])
    const taken = await change(ann, [
      { id: 1, title: 'X' },
      { id: 2, title: 'X' },
    ])
    expect(await answer(taken)).toEqual([400, '{"1":{"title":["This field must be unique."]}}'])
    const owned = await change(ann, [{ id: 1, title: 'A', owner: 2 }])
    expect(await owned.json()).toEqual([{ id: 1, title: 'A', owner: 1 }])
    expect(await titles()).toEqual(['A', 'B'])
  })

  onDatabase(`several notes of one's own are removed on ${name}`, async () => {
    await add(ann, [{ title: 'One' }, { title: 'Two' }])
    const remove = (client: TestClient) =>
      client.post('/notes/bulk/remove/', { json: { ids: [1, 2, 99] } })
    expect(await (await remove(bob)).json()).toEqual({ removed: 0 })
    expect(await (await bob.get('/notes/')).json()).toEqual([])
    expect(await (await remove(ann)).json()).toEqual({ removed: 2 })
    expect(await (await remove(ann)).json()).toEqual({ removed: 0 })
  })

  onDatabase(`an import stores what is right and reports the rest on ${name}`, async () => {
    await add(ann, [{ title: 'One' }, { title: 'Two' }])
    const response = await ann.post('/notes/import/', {
      json: [{ title: 'Four' }, {}, { title: 'One' }],
    })
    const shown = JSON.parse(shownAfter(guide, '/notes/import/'))
    // The key depends on how many inserts were refused before.
    shown.results[0].note.id = expect.any(Number)
    expect([response.status, await response.json()]).toEqual([200, shown])
    expect(await titles()).toEqual(['One', 'Two', 'Four'])
  })

  onDatabase(`an import refuses texts that cannot be stored on ${name}`, async () => {
    const json = [{ title: 'a\0b' }, {}, 7, null, { title: 'Good' }]
    const response = await ann.post('/notes/import/', { json })
    const { results } = await response.json()
    expect(results.map(({ status }: { status: number }) => status)).toEqual([
      400, 400, 400, 400, 201,
    ])
    expect(await titles()).toEqual(['Good'])
    expect((await ann.post('/notes/import/', { json: [] })).status).toBe(400)
    expect((await ann.post('/notes/import/', { json: {} })).status).toBe(400)
  })

  onDatabase(
    `simultaneous changes of the same notes do not block each other on ${name}`,
    async () => {
      await add(ann, [{ title: 'One' }, { title: 'Two' }])
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const ids = index % 2 === 0 ? [1, 2] : [2, 1]
          const json = ids.map((id) => ({ id, title: `${id} of ${index}` }))
          return ann.patch('/notes/bulk/', { json })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    },
  )
})
