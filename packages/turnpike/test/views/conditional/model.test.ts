import { testClient } from '@turnpike/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  arrayStore,
  charField,
  createApi,
  jsonRenderer,
  type Renderer,
  routes,
} from '../../../src/index.ts'

const csv: Renderer = {
  mediaType: 'text/csv',
  format: 'csv',
  charset: 'utf-8',
  render: (data) => Object.values(data as object).join(),
}

function serve() {
  const api = createApi({ CONDITIONAL_REQUESTS: true })
  const store = arrayStore([{ id: 1, title: 'a' }])
  const schema = z.object({ title: charField() })
  const renderers = [jsonRenderer(), csv]
  return testClient(
    routes(api, {
      '/notes/': api.listView({ store, renderers, pagination: null }),
      '/notes/:id/': api.detailView({ store, schema, renderers }),
    }),
  )
}

/** Few titles, so that an item often becomes what it was. */
const title = fc.constantFrom('a', 'b', 'c')
const form = fc.constantFrom('application/json', 'application/json; indent=2', 'text/csv')
const path = fc.constantFrom('/notes/', '/notes/1/')
const method = fc.constantFrom('GET', 'HEAD')
/** Which of the tags seen so far. */
const pick = fc.nat({ max: 20 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('read' as const), path, form, method, pick, weak: fc.boolean() }),
  fc.record({ kind: fc.constant('write' as const), title, pick, weak: fc.boolean() }),
)

/** A tag, and what it was sent with. */
interface Seen {
  readonly tag: string
  readonly path: string
  readonly body: string
  readonly title: string
  readonly form: string
}

describe('conditional requests in any order', () => {
  it('a 304 means the same bytes, and a write succeeds only on the state that was read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const client = serve()
        const seen: Seen[] = []
        let current = 'a'
        const bodyOf = async (path: string, Accept: string) =>
          (await client.get(path, { headers: { Accept } })).text()

        for (const step of steps) {
          const known = seen.at(step.pick % Math.max(seen.length, 1))
          if (step.kind === 'read') {
            const { path, form, method } = step
            const body = await bodyOf(path, form)
            const tag = known && (step.weak ? `W/${known.tag}` : known.tag)
            const headers = { Accept: form, ...(tag && { 'If-None-Match': tag }) }
            const response = await client.request(method, path, { headers })
            const isSame = known?.body === body && known.path === path && known.form === form
            expect(response.status).toBe(isSame ? 304 : 200)
            const own = response.headers.get('ETag') ?? ''
            seen.push({ tag: own, path, body, title: current, form })
          } else {
            const item = known?.path === '/notes/1/' ? known : undefined
            if (item === undefined) continue
            const headers = { 'If-Match': step.weak ? `W/${item.tag}` : item.tag }
            const json = { title: step.title }
            const { status } = await client.patch('/notes/1/', { headers, json })
            const isMade = item.title === current && !step.weak
            expect(status).toBe(isMade ? 200 : 412)
            if (isMade) current = step.title
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
