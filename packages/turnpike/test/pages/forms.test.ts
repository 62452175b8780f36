import { describe, expect, it } from 'vitest'
import { ApiResponse, AuthenticationFailed, type Permission, type Scheme } from '../../src/index.ts'
import type { Browser } from '../sessions/browser.ts'
import { browser, textOf } from './page.ts'
import { csrfOf, openSite } from './site.ts'

const fields = {
  title: 'Sanditon',
  blurb: 'Unfinished',
  pages: '120',
  size: 'small',
  isLent: 'true',
  tags: 'new',
  contact: '',
}

/** Sends the form of a page as a browser does. */
async function submit(
  browser: Browser,
  path: string,
  form: Record<string, string>,
): Promise<Response> {
  const page = await (await browser.get(path)).text()
  return browser.post(path, { form: { ...csrfOf(page), ...form } })
}

const headings = (page: string) =>
  [...page.matchAll(/<h2 id="(?:add|change|delete)-title">(\w+)</g)].map(([, text]) => text)

describe('the forms of a page', () => {
  it('a page has forms for the methods that the view has and the caller may use', async () => {
    const site = openSite()
    const [ann, anonymous] = [await site.browser('ann'), await site.browser()]

    expect(headings(await (await ann.get('/books/')).text())).toEqual(['Add'])
    expect(headings(await (await ann.get('/books/1/')).text())).toEqual(['Change', 'Delete'])
    expect(headings(await (await anonymous.get('/books/')).text())).toEqual([])
    expect(headings(await (await anonymous.get('/echo/')).text())).toEqual(['Add'])
  })

  it('a page has a link to its form that adds, only if it has that form', async () => {
    const site = openSite()
    const [ann, anonymous] = [await site.browser('ann'), await site.browser()]
    const link = '<a href="#add">Add</a>'

    expect(await (await ann.get('/books/')).text()).toContain(link)
    expect(await (await ann.get('/books/1/')).text()).not.toContain(link)
    expect(await (await anonymous.get('/books/')).text()).not.toContain(link)
  })

  it('forms are subject to the object permissions of the item', async () => {
    const ann = await openSite().browser('ann')

    expect(headings(await (await ann.get('/books/2/')).text())).toEqual([])
  })

  it('an error page has no forms', async () => {
    const ann = await openSite().browser('ann')

    expect(headings(await (await ann.get('/books/3/')).text())).toEqual([])
  })

  it('a form has a field for each property of the schema that it can hold', async () => {
    const ann = await openSite().browser('ann')
    const page = await (await ann.get('/books/')).text()

    expect(page).toContain('<label for="add-field-title">Name<span')
    expect(page).toContain('<p class="help" id="add-field-title-help">As on the cover</p>')
    expect(page).toMatch(
      /<input type="text" id="add-field-title" name="title" aria-required="true" aria-describedby="add-field-title-help" value="" maxlength="20"/,
    )
    expect(page).toMatch(/<textarea id="add-field-blurb" name="blurb"[^>]*>\nNone\.<\/textarea>/)
    expect(page).toMatch(/<input type="text" inputmode="decimal" id="add-field-pages" name="pages"/)
    expect(page).toContain('1 to 900')
    expect(page).toMatch(
      /<select id="add-field-size" name="size"[^>]*>\s*<option value="">Choose…<\/option>\s*<option value="small">small<\/option><option value="large">large<\/option>/,
    )
    expect(page).toMatch(/<input type="checkbox" id="add-field-isLent" name="isLent" value="true">/)
    expect(page).toMatch(/<select id="add-field-tags" name="tags" multiple/)
    expect(page).toMatch(/<input type="email" id="add-field-contact" name="contact"/)
    expect(page).toContain('The raw form also accepts shelf.')
  })

  it('forms that change an item hold its values', async () => {
    const ann = await openSite().browser('ann')
    const page = await (await ann.get('/books/1/')).text()

    expect(page).toMatch(/id="change-field-title"[^>]* value="Emma"/)
    expect(page).toContain('Handsome, clever, and rich</textarea>')
    expect(page).toMatch(
      /<option value="small">small<\/option><option value="large" selected>large<\/option>/,
    )
    expect(page).toMatch(/id="change-field-isLent" name="isLent" value="true" checked/)
    expect(page).toMatch(
      /<option value="new">new<\/option><option value="rare" selected>rare<\/option><option value="worn" selected>worn<\/option>/,
    )
    expect(page).toContain('&quot;pages&quot;: 474')
  })

  it('a form adds an item', async () => {
    const site = openSite()
    const ann = await site.browser('ann')

    const response = await submit(ann, '/books/', { ...fields, _method: 'POST' })

    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe('/books/3/')
    expect(await response.text()).toContain('<a href="/books/3/">/books/3/</a>')
    expect(await site.books.find('3')).toEqual({
      id: 3,
      title: 'Sanditon',
      blurb: 'Unfinished',
      pages: 120,
      size: 'small',
      isLent: true,
      tags: ['new'],
      contact: null,
      owner: 'ann',
    })
  })

  it.each(['PUT', 'PATCH', 'put'])('forms change an item by %s', async (method) => {
    const site = openSite()
    const ann = await site.browser('ann')

    const response = await submit(ann, '/books/1/', { ...fields, _method: method })

    expect(response.status).toBe(200)
    expect(await site.books.find('1')).toMatchObject({ title: 'Sanditon', owner: 'ann' })
  })

  it('forms delete an item, and say so on a page', async () => {
    const site = openSite()
    const ann = await site.browser('ann')

    const response = await submit(ann, '/books/1/', { _method: 'DELETE' })

    expect(response.status).toBe(200)
    expect(await response.text()).toContain('204 No Content')
    expect(await site.books.find('1')).toBeNull()
  })

  it('forms send OPTIONS without a token, because it changes nothing', async () => {
    const anonymous = await openSite().browser()
    const response = await anonymous.post('/books/', { form: { _method: 'OPTIONS' } })

    expect(response.status).toBe(200)
    expect(await response.text()).toContain('&quot;All books.&quot;')
  })

  it('forms send the raw text as a body of its media type', async () => {
    const site = openSite()
    const ann = await site.browser('ann')
    const shelf = { row: 7 }
    const _content = JSON.stringify({
      title: 'Sanditon',
      pages: 1,
      size: 'small',
      isLent: false,
      shelf,
    })

    const response = await submit(ann, '/books/', {
      _method: 'POST',
      _content_type: 'application/json',
      _content,
    })

    expect(response.status).toBe(201)
    expect(await site.books.find('3')).toMatchObject({ shelf, blurb: 'None.' })
  })

  it('forms are shown to an anonymous caller where everybody may write, with the cookie of the page', async () => {
    const anonymous = await openSite({ DEFAULT_PERMISSION_CLASSES: [] }).browser()
    const page = await anonymous.get('/books/')

    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(anonymous.cookies.has('csrftoken')).toBe(true)
    const again = await anonymous.get('/books/')
    expect(again.headers.getSetCookie()).toEqual([])
    expect(again.headers.get('Cache-Control')).toBe('no-store')
    expect(again.headers.get('Vary')).toMatch(/Cookie/)
  })
})

describe('a form that is refused', () => {
  it('a refused form comes back with the errors beside the fields and all that was written', async () => {
    const ann = await openSite().browser('ann')
    const form = { ...fields, title: ' ', pages: 'many <b>', blurb: '</textarea><b>' }

    const response = await submit(ann, '/books/', { ...form, _method: 'POST' })
    const page = await response.text()

    expect(response.status).toBe(400)
    expect(page).toMatch(
      /name="title" aria-required="true" aria-invalid="true" aria-describedby="add-field-title-help add-field-title-errors" autofocus value=" "/,
    )
    expect(page).toContain(
      '<ul class="errors" id="add-field-title-errors"><li>This field may not be blank.</li></ul>',
    )
    expect(page).toContain(
      '<ul class="errors" id="add-field-pages-errors"><li>A valid integer is required.</li></ul>',
    )
    expect(page).toMatch(/value="many &lt;b&gt;"/)
    expect(page).toContain('&lt;/textarea&gt;&lt;b&gt;</textarea>')
    expect(page).toContain('<option value="small" selected>small</option>')
    expect(page).toMatch(/name="isLent" value="true" checked/)
    expect(page).not.toContain('<b>')
  })

  it('a form refused after PUT comes back with what was written and not with the item', async () => {
    const ann = await openSite().browser('ann')
    const response = await submit(ann, '/books/1/', { ...fields, size: 'huge', _method: 'PUT' })
    const page = await response.text()

    expect(response.status).toBe(400)
    expect(page).toMatch(/id="change-field-title"[^>]* value="Sanditon"/)
    expect(page).toContain('id="change-field-size-errors"')
  })

  it('a refused raw form comes back raw, also when the text is not JSON', async () => {
    const ann = await openSite().browser('ann')
    const _content = '{"title": "Sanditon", <oops>'
    const response = await submit(ann, '/books/', { _method: 'POST', _content })
    const page = await response.text()

    expect(response.status).toBe(400)
    expect(page).toContain('{&quot;title&quot;: &quot;Sanditon&quot;, &lt;oops&gt;</textarea>')
    expect(page).toMatch(/id="add-tab-raw" checked/)
    expect(page).toMatch(/role="alert"><ul><li>JSON parse error/)
  })

  it('a refused form shows errors of no field above the fields', async () => {
    const ann = await openSite().browser('ann')
    const _content = '{"title": "Sanditon", "shelf": {"row": "x"}}'
    const page = await (await submit(ann, '/books/', { _method: 'POST', _content })).text()

    expect(page).toContain('<li>pages: This field is required.</li>')
    expect(page).toContain('shelf: {&quot;row&quot;:[&quot;A valid integer is required.&quot;]}')
  })
})

describe('a request sent by a form', () => {
  const form = { ...fields, _method: 'POST' }

  it('a form request is refused without the CSRF token, with or without a user', async () => {
    const site = openSite({ DEFAULT_PERMISSION_CLASSES: [] })
    const ann = await site.browser('ann')
    const anonymous = await site.browser()
    const Authorization = `Basic ${btoa('ann:wonderland')}`

    const responses = [
      await ann.post('/books/', { form }),
      await anonymous.post('/books/', { form }),
      await anonymous.post('/books/', { form, headers: { Authorization } }),
      await anonymous.post('/books/1/', {
        form: { _method: 'DELETE' },
        headers: { Authorization },
      }),
    ]

    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await site.books.items.count()).toBe(2)
  })

  it('a form request from another origin is refused, token or not', async () => {
    const site = openSite()
    const ann = await site.browser('ann')
    const page = await (await ann.get('/books/')).text()

    const response = await ann.post('/books/', {
      form: { ...csrfOf(page), ...form },
      headers: { Origin: 'http://evil.test' },
    })

    expect(response.status).toBe(403)
    expect(await site.books.items.count()).toBe(2)
  })

  it('a form request with the token of another session is refused', async () => {
    const site = openSite()
    const [ann, ben] = [await site.browser('ann'), await site.browser('ben')]
    const bens = csrfOf(await (await ben.get('/books/')).text())

    expect((await ann.post('/books/', { form: { ...bens, ...form } })).status).toBe(403)
  })

  it('keeps what was written when it is refused', async () => {
    const site = openSite({ DEFAULT_PERMISSION_CLASSES: [] })
    const anonymous = await site.browser()
    const page = await (await anonymous.post('/books/', { form })).text()

    expect(page).toContain('CSRF Failed')
    expect(page).toMatch(/id="add-field-title"[^>]* value="Sanditon"/)
  })

  it('a form request that a scheme fails asks no permission, also for its page', async () => {
    const asked: string[] = []
    const scheme: Scheme = {
      authenticate() {
        throw new AuthenticationFailed()
      },
      challenge: () => 'Card',
    }
    const permission: Permission = { hasPermission: ({ method }) => asked.push(method) > 0 }
    const handler = () => new ApiResponse()
    const client = browser(
      {
        authentication: [scheme],
        permissions: [permission],
        get: handler,
        post: handler,
        put: handler,
        delete: handler,
      },
      {},
      { SECRET_KEYS: ['a secret for tests of 32 characters and more'] },
    )
    const response = await client.post('/', { body: new URLSearchParams(form) })

    expect(response.status).toBe(401)
    expect(headings(await response.text())).toEqual([])
    expect(asked).toEqual([])
  })

  it('a form request must use a method that the view has', async () => {
    const ann = await openSite().browser('ann')

    expect((await submit(ann, '/books/', { _method: 'DELETE' })).status).toBe(405)
    expect((await submit(ann, '/books/', { _method: 'TRACE' })).status).toBe(405)
  })

  it.each(['', 'not a method', 'X'.repeat(30)])(
    'an unknown method in a form leaves the POST: %j',
    async (_method) => {
      const anonymous = await openSite({ DEFAULT_AUTHENTICATION_CLASSES: [] }).browser()
      const response = await anonymous.post('/echo/', { form: { _method, a: '1' } })

      expect(await response.text()).toContain('<span class="s">&quot;1&quot;</span>')
    },
  )

  it('a POST of a program stays a POST, whatever its fields say', async () => {
    const site = openSite()
    const program = await site.browser()
    const headers = { Accept: '*/*', Authorization: `Basic ${btoa('ann:wonderland')}` }
    const form = { _method: 'DELETE', _content: '{}', a: '1' }

    const response = await program.post('/echo/', { form, headers })
    expect(await response.json()).toEqual(form)
    expect((await program.post('/books/1/', { form, headers })).status).toBe(405)
    const overridden = { ...headers, 'X-HTTP-Method-Override': 'DELETE' }
    expect((await program.get('/books/1/', { headers: overridden })).status).toBe(200)
    expect(await site.books.items.count()).toBe(2)
  })

  it('a form request hides its own fields from the handler', async () => {
    const anonymous = await openSite().browser()
    await anonymous.get('/login/')
    const token = csrfOf(await (await anonymous.get('/login/')).text())
    const response = await anonymous.post('/echo/', {
      form: { ...token, _method: 'POST', a: '1', _content_type: 'x' },
    })

    const shown = textOf(await response.text(), '<pre class="body"')
    expect(JSON.parse(shown)).toEqual({ a: '1' })
  })

  it('a form request may be as long as any body, and no longer', async () => {
    const site = openSite({ DATA_UPLOAD_MAX_MEMORY_SIZE: 1000 })
    const ann = await site.browser('ann')
    const response = await submit(ann, '/books/', { _method: 'POST', title: 'x'.repeat(2000) })

    expect(response.status).toBe(413)
  })
})

describe('what a form of fields leaves empty', () => {
  it.each(['PUT', 'PATCH'])(
    'a %s sends empty boxes and lists: no tick, nothing chosen',
    async (_method) => {
      const site = openSite()
      const ann = await site.browser('ann')
      const page = await (await ann.get('/books/1/')).text()
      expect(page).toContain('<input type="hidden" name="_box" value="isLent">')
      expect(page).toContain('<input type="hidden" name="_list" value="tags">')

      const { isLent: _, tags: __, ...filled } = fields
      const form = { ...filled, _method, _box: 'isLent', _list: 'tags' }
      expect((await submit(ann, '/books/1/', form)).status).toBe(200)
      expect(await site.books.find('1')).toMatchObject({ isLent: false, tags: [] })
    },
  )

  it('an empty field is unchanged by a PATCH of the raw form', async () => {
    const site = openSite()
    const ann = await site.browser('ann')

    await submit(ann, '/books/1/', { _method: 'PATCH', _content: '{"pages": 3}' })
    expect(await site.books.find('1')).toMatchObject({
      isLent: true,
      tags: ['rare', 'worn'],
      pages: 3,
    })
  })

  it('a form that cannot hold the whole item offers PATCH alone', async () => {
    const page = await (await (await openSite().browser('ann')).get('/books/1/')).text()
    const [fieldsForm = '', rawForm = ''] = page.split('<div class="panel">').slice(3)

    expect(fieldsForm).toContain('The raw form also accepts shelf.')
    expect(fieldsForm).not.toContain('value="PUT"')
    expect(fieldsForm).toContain('value="PATCH"')
    expect(rawForm).toContain('value="PUT"')
  })
})

describe('line breaks', () => {
  it('line breaks are those that were written, not those of the wire', async () => {
    const site = openSite()
    const ann = await site.browser('ann')
    const blurb = 'x\r\n'.repeat(1000)
    await submit(ann, '/books/1/', { ...fields, blurb, _method: 'PATCH' })

    expect(await site.books.find('1')).toMatchObject({ blurb: 'x\n'.repeat(1000).trim() })
  })

  it('line breaks are kept by the form of a field that has some', async () => {
    const site = openSite()
    const emma = await site.books.find('1')
    if (emma !== null) await site.books.update(emma, { title: 'two\nlines' })
    const page = await (await (await site.browser('ann')).get('/books/1/')).text()

    expect(page).toMatch(/<textarea id="change-field-title"[^>]*>\ntwo\nlines<\/textarea>/)
  })
})

it.each(['日本', 'a\nb', 'a\0b', 'é'])(
  'a form with a media type or token that no header field can hold is refused: %j',
  async (text) => {
    const ann = await openSite().browser('ann')
    const typed = { _method: 'POST', _content: '{}', _content_type: text }

    expect((await submit(ann, '/books/', typed)).status).toBe(415)
    const planted = { form: { _method: 'POST', csrfmiddlewaretoken: text } }
    expect((await ann.post('/books/', planted)).status).toBe(403)
  },
)

it('a refused form of fields leaves the media type of the raw one as it was', async () => {
  const ann = await openSite().browser('ann')
  const page = await (await submit(ann, '/books/', { _method: 'POST' })).text()

  expect(page).toContain('<option selected>application/json</option>')
})

it('a page that names its user, or has a token, is kept by no cache and by no Back button', async () => {
  const site = openSite()
  const [ann, anonymous] = [await site.browser('ann'), await site.browser()]
  const Authorization = `Basic ${btoa('ann:wonderland')}`

  for (const path of ['/', '/books/', '/books/9/']) {
    expect((await ann.get(path)).headers.get('Cache-Control'), path).toBe('no-store')
    const known = await anonymous.get(path, { headers: { Authorization } })
    expect(known.headers.get('Cache-Control'), path).toBe('no-store')
  }
  expect((await anonymous.get('/')).headers.get('Cache-Control')).toBe(null)
})

it('the ids of a page are different from one another, whatever the fields are called', async () => {
  const ann = await openSite().browser('ann')
  for (const path of ['/books/', '/books/1/']) {
    const page = await (await ann.get(path)).text()
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  }
})
