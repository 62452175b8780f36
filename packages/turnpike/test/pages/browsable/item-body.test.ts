import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ApiResponse, createApi, jsonRenderer, routes } from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { browser, browserAccept, markup, shownBody } from '../page.ts'

const moment = '2026-05-01T10:00:00.000Z'

describe('the page of an item', () => {
  it('an item is shown as fields, with links and moments for people, beside its JSON', async () => {
    const item = { id: 7, site: 'https://example.com/', made: moment, tags: ['a'], none: null }
    const page = await markup(browser({ get: () => new ApiResponse(item) }))

    expect(page).toContain('<th scope="row">id</th><td><span class="n">7</span></td>')
    expect(page).toContain('<td><a href="https://example.com/">')
    expect(page).toContain(`title="${moment}">May 1, 2026, 10:00</time> UTC</td>`)
    expect(page).toContain('<td><code>["a"]</code></td>'.replaceAll('"', '&quot;'))
    expect(page).toContain('<td><i class="null">null</i></td>')
    expect(JSON.parse(shownBody(page))).toEqual(item)
  })

  it.each([
    ['a list', [{ id: 1 }], 200],
    ['an error', { detail: 'No.' }, 400],
    ['an object without fields', {}, 200],
  ])('%s is not shown as fields', async (_name, data, status) => {
    const page = await markup(browser({ get: () => new ApiResponse<unknown>(data, status) }))
    expect(page).not.toContain('<table class="item">')
  })
})

describe('the way back', () => {
  const get = () => new ApiResponse({})
  const api = createApi({ DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()] })
  const app = routes(api, {
    '/': { name: 'Start', get },
    '/rooms/': { name: 'Rooms', get },
    '/rooms/:room/': { name: 'Room', get },
    '/rooms/:room/seats/': { name: 'Seats', get },
    '/only/posts/': { name: 'Posts', post: get },
    '/only/posts/:id': { name: 'Post', get },
  })
  const client = testClient(app, { headers: { Accept: browserAccept } })
  const trailOf = async (path: string) =>
    [
      ...(/<nav class="trail".*?<\/nav>/s.exec(await markup(client, path))?.[0] ?? '').matchAll(
        /<a href="([^"]*)">([^<]*)/g,
      ),
    ].map(([, url, name]) => `${name} ${url}`)

  it('a page leads to the pages above it', async () => {
    expect(await trailOf('/rooms/1/seats/')).toEqual([
      'Home /',
      'Rooms /rooms/',
      'Room 1 /rooms/1/',
    ])
    expect(await trailOf('/rooms/')).toEqual(['Home /'])
    expect(await trailOf('/')).toEqual([])
  })

  it('a page leads to no view that cannot be opened', async () => {
    expect(await trailOf('/only/posts/3')).toEqual(['Home /'])
  })
})
