import type { AnyService } from '@turnpike/service'
import { metrics } from '@turnpike/telemetry/metrics'
import { testClient } from '@turnpike/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blocksOf } from '../support/docs-examples.ts'
import { type OpenGuide, openGuide, writtenPage } from '../support/guide.ts'

const guide = writtenPage('docs/guides/versions.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')

describe('versions side by side', () => {
  let service: OpenGuide
  beforeEach(async () => {
    service = await openGuide(definition)
    await service.db
      .insertInto('note' as never)
      .values({ title: 'Buy tea', created: '2026-11-24' } as never)
      .execute()
  })
  afterEach(() => service.close())

  it('both versions send the same notes, each in its own shape', async () => {
    const ann = await service.clientOf('ann')

    const [first, second] = [await ann.get('/v1/notes/'), await ann.get('/v2/notes/')]
    expect(await first.json()).toMatchObject({ results: [{ id: 1, text: 'Buy tea' }] })
    expect(await second.json()).toMatchObject({ results: [{ id: 1, title: 'Buy tea' }] })
    expect(second.headers.get('Deprecation')).toBeNull()
  })

  it('answers and refusals have the header fields that the page shows', async () => {
    const ann = await service.clientOf('ann')
    const [shown = { code: '' }] = blocksOf(guide.text, 'http')
    const fields = shown.code.trim().split('\n')
    expect(fields).toHaveLength(3)

    for (const client of [ann, service.anonymous]) {
      const { headers } = await client.get('/v1/notes/')
      const sent = fields.map((line) => line.slice(0, line.indexOf(':')))
      expect(sent.map((name) => `${name}: ${headers.get(name)}`)).toEqual(fields)
    }
  })

  it('the metric has the line that the page shows', async () => {
    const counts = metrics()
    const app = counts.around(service.app)
    const { key } = await service.tokens.getOrCreate(
      await service.users.create({ username: 'bob', password: null }),
    )
    const bob = testClient(app, { headers: { Authorization: `Token ${key}` } })

    for (let index = 0; index < 12; index++) await bob.get('/v1/notes/')
    await bob.get('/v2/notes/')
    await testClient(app).get('/v1/notes/')

    const [shown = { code: '' }] = blocksOf(guide.text, 'text')
    const lines = (await counts.text()).split('\n')
    expect(lines).toContain(shown.code.trim())
    expect(lines.filter((line) => line.startsWith('turnpike_deprecated'))).toEqual([
      shown.code.trim(),
      shown.code.trim().replace('"token"', '""').replace(/12$/, '1'),
    ])
  })
})
