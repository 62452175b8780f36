import { type TestClient, testClient } from '@turnpike/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  arrayStore,
  charField,
  createApi,
  type DetailViewOptions,
  formParser,
  jsonParser,
  jsonRenderer,
  routes,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'

interface Note {
  id: number
  title: string
  revision: string
}

let notes: Note[]
beforeEach(() => {
  notes = [{ id: 1, title: 'one', revision: '1.5' }]
})

function serve(conditional: DetailViewOptions<Note, Note>['conditional'] = { required: true }) {
  const api = createApi()
  const view = api.detailView({
    store: arrayStore(notes),
    schema: z.object({ title: charField() }),
    conditional,
    validate: ({ data, item }: { data: object; item: Note }) => ({
      ...data,
      revision: `${item.revision}+`,
    }),
    renderers: [jsonRenderer(), browsableRenderer()],
    parsers: [jsonParser(), formParser()],
  } as DetailViewOptions<Note, Note>)
  return testClient(routes(api, { '/notes/:id/': view }), { headers: { Accept: 'text/html' } })
}

const tagsIn = (page: string) =>
  [...page.matchAll(/name="_if_match" value="([^"]*)"/g)].map(([, tag = '']) =>
    tag.replaceAll('&quot;', '"'),
  )

/** Sends the form of a page, as a browser does. */
async function submit(client: TestClient, page: Response, form: Record<string, string>) {
  const text = await page.clone().text()
  const token = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const cookie = cookies.get(client) ?? page.headers.getSetCookie().join('; ')
  cookies.set(client, cookie)
  const [tag] = tagsIn(text)
  return client.post('/notes/1/', {
    headers: { Cookie: cookie.split(';')[0] ?? '' },
    form: { csrfmiddlewaretoken: token, ...(tag !== undefined && { _if_match: tag }), ...form },
  })
}
const cookies = new Map<TestClient, string>()

describe('the forms of a page of a conditional view', () => {
  it('each form that changes or deletes carries the tag of the shown item', async () => {
    const page = await (await serve().get('/notes/1/')).text()

    expect(tagsIn(page)).toHaveLength(3)
    expect(new Set(tagsIn(page)).size).toBe(1)
  })

  it('no form carries a tag if the view is not conditional', async () => {
    expect(tagsIn(await (await serve(false).get('/notes/1/')).text())).toEqual([])
  })

  for (const conditional of [true, { required: true }, { version: 'revision' as const }]) {
    it(`a form is carried out if the item is as shown, with ${JSON.stringify(conditional)}`, async () => {
      const client = serve(conditional)
      const page = await client.get('/notes/1/')
      const changed = await submit(client, page, { _method: 'PATCH', title: 'two' })

      expect(changed.status).toBe(200)
      expect(notes[0]?.title).toBe('two')
      const again = await submit(client, changed, { _method: 'PUT', title: 'three' })
      expect(again.status).toBe(200)
      expect((await submit(client, again, { _method: 'DELETE' })).status).toBe(200)
      expect(notes).toEqual([])
    })
  }

  it('a form does not overwrite a later change, however often it is sent', async () => {
    const client = serve()
    const page = await client.get('/notes/1/')
    await client.patch('/notes/1/', { json: { title: 'later' }, headers: { 'If-Match': '*' } })

    const failed = await submit(client, page, { _method: 'PATCH', title: 'mine' })
    expect(failed.status).toBe(412)
    const text = await failed.clone().text()
    expect(text).toContain('This has changed since it was read. Read it again.')
    expect(text).toContain('value="mine"')
    expect(text).toContain('href="/notes/1/">Open the current version</a>')
    expect(tagsIn(text)[0]).toBe(tagsIn(await page.text())[0])
    expect((await submit(client, failed, { _method: 'PATCH', title: 'mine' })).status).toBe(412)
    expect((await submit(client, failed, { _method: 'DELETE' })).status).toBe(412)
    expect(notes[0]?.title).toBe('later')
  })

  it('only the page of a change that failed its condition leads to the current version', async () => {
    const client = serve()
    const page = await client.get('/notes/1/')
    const refused = await submit(client, page, { _method: 'PUT', title: '' })

    expect(await page.text()).not.toContain('Open the current version')
    expect(await refused.text()).not.toContain('Open the current version')
  })

  it('a form that was refused keeps the tag for the next attempt', async () => {
    const client = serve()
    const refused = await submit(client, await client.get('/notes/1/'), {
      _method: 'PUT',
      title: '',
    })
    expect(refused.status).toBe(400)
    expect((await submit(client, refused, { _method: 'PATCH', title: 'two' })).status).toBe(200)
  })

  it('a planted tag becomes neither markup nor another header field', async () => {
    const client = serve()
    const page = await client.get('/notes/1/')
    const planted = '"><script>\r\nX-Evil: 1'
    const refused = await submit(client, page, { _method: 'PATCH', title: 'x', _if_match: planted })

    expect(refused.status).toBe(400)
    expect(await refused.text()).not.toContain('<script>')
  })
})
