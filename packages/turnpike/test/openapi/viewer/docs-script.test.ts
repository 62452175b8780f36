import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { docsScript } from '../../../src/openapi/viewer/docs-script.ts'

interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  loadSpec?: boolean
}

/** Runs the script of the page as a browser would, and returns what it gives the viewer. */
function start({ cookie = 'a=1; csrftoken=secret; b=2', securitySchemes = {} } = {}) {
  let options: { requestInterceptor(request: SentRequest): SentRequest } | undefined
  const dataset = { openapi: '../openapi.json', csrfCookie: 'csrftoken', csrfHeader: 'X-CSRFToken' }
  const noted = { classList: { toggle() {} }, addEventListener() {}, observe() {} }
  runInNewContext(docsScript, {
    URL,
    location: new URL('https://api.example/docs/'),
    matchMedia: () => noted,
    MutationObserver: function Observer() {
      return noted
    },
    document: { documentElement: noted, getElementById: () => ({ dataset }), cookie },
    SwaggerUIBundle: (given: typeof options) => {
      options = given
      const specJson = () => ({ toJS: () => ({ components: { securitySchemes } }) })
      return { specSelectors: { specJson } }
    },
  })
  return (request: Partial<SentRequest>) =>
    options?.requestInterceptor({ url: '/notes/', method: 'POST', headers: {}, ...request }).headers
}

it.each([
  'https://evil.example/notes/',
  '//evil.example/notes/',
  'http://api.example/notes/',
  'https://api.example:8443/notes/',
  'https://api.example.evil.example/',
  'https://api.example@evil.example/',
  'https://sub.api.example/',
])('the documentation page never sends the CSRF token to another origin: %s', (url) => {
  expect(start()({ url })).toEqual({})
})

it.each(['/notes/', '../notes/', 'https://api.example/notes/', 'https://API.example:443/notes/'])(
  'the documentation page sends the CSRF token with writes to its own origin: %s',
  (url) => {
    expect(start()({ url, method: 'delete' })).toEqual({ 'X-CSRFToken': 'secret' })
  },
)

it.each(['GET', 'HEAD', 'OPTIONS'])(
  'the documentation page sends no CSRF token with %s',
  (method) => {
    expect(start()({ method })).toEqual({})
  },
)

it('the documentation page sends no CSRF token when there is no cookie, or for the document', () => {
  expect(start({ cookie: 'xcsrftoken=secret' })({})).toEqual({})
  expect(start()({ loadSpec: true })).toEqual({})
})

it('the documentation page writes the keyword of the scheme before a key that is pasted alone', () => {
  const header = { name: 'Authorization', 'x-keyword': 'Token' }
  const send = start({ securitySchemes: { header } })
  const sent = (Authorization: string) =>
    send({ method: 'GET', headers: { Authorization } })?.Authorization

  expect(sent(' 401f7ac8 ')).toBe('Token 401f7ac8')
  expect(sent('Bearer 401f7ac8')).toBe('Bearer 401f7ac8')
})
