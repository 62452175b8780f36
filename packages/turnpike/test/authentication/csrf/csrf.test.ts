import { describe, expect, it } from 'vitest'
import { isCsrfToken, newCsrfToken } from '../../../src/authentication/csrf/csrf-token.ts'
import {
  ApiException,
  type ExceptionHandler,
  exceptionHandler,
  type Parser,
  type Settings,
} from '../../../src/index.ts'
import { csrf, detail, openSite, signedIn } from '../../sessions/site.ts'

/** What a POST of ann's with these header fields is answered: 200, or the reason of the refusal. */
async function verdict(
  headers: Record<string, string>,
  { settings = {}, https = false }: { settings?: Settings; https?: boolean } = {},
): Promise<string | number> {
  const options = { baseUrl: https ? 'https://site.example' : 'http://site.example' }
  const browser = await signedIn(openSite(settings), options)
  const token = csrf(browser, https ? '__Host-csrftoken' : 'csrftoken')

  const response = await browser.post('/me/', { headers: { ...token, ...headers } })
  return response.status === 403 ? detail(response) : response.status
}

/** A form parser that gives the token field this value. */
const formOf = (value: () => unknown): Parser => ({
  mediaType: 'application/x-www-form-urlencoded',
  parse: () => ({ csrfmiddlewaretoken: value() }),
})

describe('spec, Session: a valid CSRF token is required on the unsafe methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    '%s needs a CSRF token',
    async (method) => {
      const browser = await signedIn(openSite())

      const refused = await browser.request(method, '/me/')

      expect(refused.status).toBe(403)
      expect(refused.headers.has('WWW-Authenticate')).toBe(false)
      expect(await detail(refused)).toMatch(/^CSRF Failed: CSRF token missing\./)
      const response = await browser.request(method, '/me/', { headers: csrf(browser) })
      expect(response.status).toBe(['POST', 'PUT'].includes(method) ? 200 : 405)
    },
  )

  it.each(['GET', 'HEAD', 'OPTIONS'])('%s needs no CSRF token', async (method) => {
    const browser = await signedIn(openSite())

    expect((await browser.request(method, '/members/')).status).toBe(200)
  })

  it('TRACE needs no CSRF token', async () => {
    const site = openSite()
    const { cookies } = await signedIn(site)
    const headers = { Cookie: `sessionid=${cookies.get('sessionid')}` }
    const request = new Request('http://testserver/members/', { headers })
    // The constructor refuses the method; servers may let it through.
    Object.defineProperty(request, 'method', { value: 'TRACE' })

    expect((await site.app.fetch(request)).status).toBe(200)
  })

  it('a CSRF token is required whatever the content type of the body', async () => {
    const browser = await signedIn(openSite())
    const types = [
      'text/plain',
      'application/json',
      'APPLICATION/X-WWW-FORM-URLENCODED',
      'multipart/form-data',
      'x',
      '',
    ]

    for (const type of types) {
      const headers = { 'Content-Type': type }
      expect((await browser.post('/me/', { headers, body: 'a=1' })).status).toBe(403)
    }
  })

  it('a method override does not avoid the CSRF token', async () => {
    const browser = await signedIn(openSite())
    const headers = { 'X-HTTP-Method-Override': 'GET' }

    expect((await browser.post('/me/?_method=GET', { headers })).status).toBe(403)
    expect((await browser.post('/me/', { headers, form: { _method: 'GET' } })).status).toBe(403)
  })

  it('"Only authenticated requests need a CSRF token. Anonymous requests may omit it."', async () => {
    const browser = openSite().browser()
    browser.cookies.set('sessionid', 'garbage')

    const response = await browser.post('/me/', { headers: { Origin: 'http://evil.example' } })

    expect(await response.json()).toEqual({ user: '' })
  })

  it('the refusal has the code csrf_failed', async () => {
    const codes: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      codes.push(error instanceof ApiException && error.codes)
      return exceptionHandler(error, context)
    }
    const browser = await signedIn(openSite({ EXCEPTION_HANDLER }))

    await browser.post('/me/')

    expect(codes).toEqual(['csrf_failed'])
  })
})

describe('the token', () => {
  it('a CSRF token needs its cookie', async () => {
    const browser = await signedIn(openSite())
    const headers = csrf(browser)
    browser.cookies.delete('csrftoken')

    const response = await browser.post('/me/', { headers })

    expect(await detail(response)).toBe(
      'CSRF Failed: CSRF cookie not set. The login page sets csrftoken when it is fetched.',
    )
  })

  it.each([
    ['x'.repeat(32), 'has incorrect length'],
    ['x'.repeat(44), 'has incorrect length'],
    ['x'.repeat(87), 'has incorrect length'],
    ['é'.repeat(43), 'has invalid characters'],
    [' '.padEnd(42, '!').padStart(43, '!'), 'has invalid characters'],
    ['A'.repeat(43), 'incorrect'],
    ['A'.repeat(86), 'incorrect'],
  ])('a CSRF token %j %s', async (sent, problem) => {
    expect(await verdict({ 'X-CSRFToken': sent })).toBe(
      `CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header ${problem}. ` +
        'Send the current value of csrftoken: login renews it.',
    )
  })

  it('a CSRF token with any one character changed is refused', async () => {
    const browser = await signedIn(openSite())
    const token = browser.cookies.get('csrftoken') ?? ''

    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      const response = await browser.post('/me/', { headers: { 'X-CSRFToken': changed } })
      expect(response.status).toBe(403)
    }
  })

  it('a CSRF token planted with its cookie is refused, because it was not signed', async () => {
    const browser = await signedIn(openSite())
    for (const planted of ['A'.repeat(43), 'abc', '']) {
      browser.cookies.set('csrftoken', planted)
      expect((await browser.post('/me/', { headers: csrf(browser) })).status).toBe(403)
    }
  })

  it('a CSRF token belongs to one session: the token of another session is refused, even with its cookie', async () => {
    const site = openSite()
    const [ann, attacker, anonymous] = [await signedIn(site), await signedIn(site), site.browser()]
    await anonymous.get('/login/')

    for (const other of [attacker, anonymous]) {
      ann.cookies.set('csrftoken', other.cookies.get('csrftoken') ?? '')
      const response = await ann.post('/me/', { headers: csrf(ann) })
      expect(await detail(response)).toMatch(/^CSRF Failed: CSRF token from .* incorrect\./)
    }
  })

  it('a CSRF token is valid under every secret of SECRET_KEYS, and under no other', async () => {
    const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
    const browser = await signedIn(openSite({ SECRET_KEYS: [older] }))
    const token = browser.cookies.get('csrftoken') ?? ''
    const id = browser.cookies.get('sessionid') ?? ''

    expect(isCsrfToken(token, [newer, older], id)).toBe(true)
    expect(isCsrfToken(token, [newer], id)).toBe(false)
    expect(isCsrfToken(token, [older], `${id}x`)).toBe(false)
    expect(isCsrfToken(token, [older], null)).toBe(false)
  })

  it('a CSRF token from a browser without a session is valid for no session, whatever its id', () => {
    const secrets = ['s'.repeat(32)]
    const token = newCsrfToken(secrets, null)

    expect(isCsrfToken(token, secrets, null)).toBe(true)
    expect(isCsrfToken(token, secrets, 'null')).toBe(false)
    expect(isCsrfToken(token, secrets, '')).toBe(false)
  })

  it('the CSRF token is read from the form field of a POST, which overrides the header', async () => {
    const browser = await signedIn(openSite())
    const csrfmiddlewaretoken = browser.cookies.get('csrftoken') ?? ''
    const wrong = { 'X-CSRFToken': 'A'.repeat(43) }

    const response = await browser.post('/echo/', {
      form: { csrfmiddlewaretoken, a: '1' },
      headers: wrong,
    })
    expect(await response.json()).toEqual({ csrfmiddlewaretoken, a: '1' })

    const refused = await browser.post('/echo/', {
      form: { csrfmiddlewaretoken: 'A'.repeat(43) },
      headers: csrf(browser),
    })
    expect(await detail(refused)).toMatch(/^CSRF Failed: CSRF token from POST incorrect\./)
  })

  it('the CSRF token is read from multipart forms; of a repeated field the last one counts', async () => {
    const browser = await signedIn(openSite())
    const token = browser.cookies.get('csrftoken') ?? ''
    const form = new FormData()
    form.append('csrfmiddlewaretoken', token)
    const query = new URLSearchParams([
      ['csrfmiddlewaretoken', 'wrong'],
      ['csrfmiddlewaretoken', 'wrong too'],
      ['csrfmiddlewaretoken', token],
    ])

    expect((await browser.post('/echo/', { body: form })).status).toBe(200)
    expect((await browser.post('/echo/', { body: query })).status).toBe(200)
  })

  it('the CSRF token is not read from a PUT form, a JSON body or the query', async () => {
    const browser = await signedIn(openSite())
    const csrfmiddlewaretoken = browser.cookies.get('csrftoken') ?? ''

    const answers = [
      await browser.request('PUT', '/me/', { form: { csrfmiddlewaretoken } }),
      await browser.post('/me/', { json: { csrfmiddlewaretoken } }),
      await browser.post(`/me/?csrfmiddlewaretoken=${csrfmiddlewaretoken}`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('counts before a malformed form does: 403 without it, 400 with it in the header', async () => {
    const browser = await signedIn(openSite())
    const broken = { body: 'no multipart', 'Content-Type': 'multipart/form-data; boundary=x' }
    const { body, ...type } = broken

    const refused = await browser.post('/echo/', { body, headers: type })
    expect(await detail(refused)).toMatch(/^CSRF Failed: CSRF token missing/)
    const malformed = await browser.post('/echo/', { body, headers: { ...type, ...csrf(browser) } })
    expect(malformed.status).toBe(400)
  })

  it('a custom parser that gives something other than a text gives no CSRF token', async () => {
    const browser = await signedIn(openSite({ DEFAULT_PARSER_CLASSES: [formOf(() => [{}])] }))
    const csrfmiddlewaretoken = browser.cookies.get('csrftoken') ?? ''

    const response = await browser.post('/me/', { form: { csrfmiddlewaretoken } })

    expect(await detail(response)).toMatch(/^CSRF Failed: CSRF token missing\./)
  })

  it('a parser that breaks while the CSRF token is read makes a 500', async () => {
    const broken = formOf(() => {
      throw new TypeError('broken')
    })
    const browser = await signedIn(openSite({ DEFAULT_PARSER_CLASSES: [broken] }))
    const csrfmiddlewaretoken = browser.cookies.get('csrftoken') ?? ''

    expect((await browser.post('/me/', { form: { csrfmiddlewaretoken } })).status).toBe(500)
  })

  it('the CSRF field, header and cookie take their names from the settings', async () => {
    const browser = await signedIn(
      openSite({
        CSRF_HEADER_NAME: 'X-XSRF-TOKEN',
        CSRF_FIELD_NAME: '_csrf',
        CSRF_COOKIE_NAME: 'xsrf',
      }),
    )
    const token = browser.cookies.get('xsrf') ?? ''

    expect((await browser.post('/me/', { headers: { 'X-XSRF-TOKEN': token } })).status).toBe(200)
    expect((await browser.post('/me/', { form: { _csrf: token } })).status).toBe(200)
    const refused = await browser.post('/me/', { headers: { 'X-CSRFToken': token } })
    expect(await detail(refused)).toBe(
      'CSRF Failed: CSRF token missing. Send the value of the cookie xsrf in X-XSRF-TOKEN.',
    )
    const wrong = await browser.post('/me/', { headers: { 'X-XSRF-TOKEN': 'x' } })
    expect(await detail(wrong)).toContain(
      "from the 'X-Xsrf-Token' HTTP header has incorrect length",
    )
  })
})

describe('where the request comes from', () => {
  const foreign = /^CSRF Failed: Origin checking failed - .* does not match any trusted origins\./

  it.each([
    { Origin: 'http://site.example' },
    { Origin: 'http://site.example', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    {},
  ])('the origin %j may write', async (headers) => {
    expect(await verdict(headers as Record<string, string>)).toBe(200)
  })

  it.each([
    'http://evil.example',
    'https://site.example',
    'http://site.example:8080',
    'http://sub.site.example',
    'http://site.example.evil.example',
    'http://site.example, http://evil.example',
    'null',
    'HTTP://SITE.EXAMPLE',
    '',
  ])('the origin %j may not, even with the token', async (Origin) => {
    expect(await verdict({ Origin })).toMatch(foreign)
  })

  it.each(['cross-site', 'same-site', 'anything'])(
    'Sec-Fetch-Site: %s may not, even from the own origin',
    async (site) => {
      const headers = { 'Sec-Fetch-Site': site, Origin: 'http://site.example' }
      expect(await verdict(headers)).toBe(
        `CSRF Failed: Origin checking failed - the request comes from another site (Sec-Fetch-Site: ${site}). ` +
          'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.',
      )
    },
  )

  it("the refusal names the service's own origin, and what to set", async () => {
    expect(await verdict({ Origin: 'https://shop.example' })).toBe(
      'CSRF Failed: Origin checking failed - https://shop.example does not match any trusted origins. ' +
        "The service's own origin is http://site.example: if that is wrong, set BASE_URL, or " +
        'TRUSTED_PROXIES for the proxy in front. Pages of another site that may write with the ' +
        'session belong in CSRF_TRUSTED_ORIGINS.',
    )
  })

  it('the origin is checked before the token: a foreign request does not learn whether its token is valid', async () => {
    const browser = await signedIn(openSite())

    const response = await browser.post('/me/', { headers: { Origin: 'http://evil.example' } })

    expect(await detail(response)).toMatch(foreign)
  })

  it('BASE_URL is the own origin when it is set', async () => {
    const browser = await signedIn(openSite({ BASE_URL: 'https://API.example.com:443/' }))
    const post = (Origin: string) => browser.post('/me/', { headers: { ...csrf(browser), Origin } })

    expect((await post('https://api.example.com')).status).toBe(200)
    expect((await post('http://testserver')).status).toBe(403)
  })

  it('CSRF_TRUSTED_ORIGINS are cross-site and may write', async () => {
    const settings = {
      CSRF_TRUSTED_ORIGINS: ['https://app.example.com', 'https://*.shop.example:8443'],
    }
    const from = (Origin: string) =>
      verdict({ Origin, 'Sec-Fetch-Site': 'cross-site' }, { settings })

    expect(await from('https://app.example.com')).toBe(200)
    expect(await from('https://a.shop.example:8443')).toBe(200)
    expect(await from('https://app.eu-1.shop.example:8443')).toBe(200)
    for (const origin of [
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://shop.example:8443',
      'https://.shop.example:8443',
      'https://a.shop.example',
      'https://evil.example/.shop.example:8443',
      'https://evil.example/a.shop.example:8443',
      'https://evilshop.example:8443',
      'http://a.shop.example:8443',
    ]) {
      expect(await from(origin)).toMatch(foreign)
    }
    expect(await verdict({}, { settings })).toBe(200)
  })

  it('an invalid host in a forwarded header matches no origin', async () => {
    const browser = await signedIn(openSite({ TRUSTED_PROXIES: ['127.0.0.1'] }))
    const host = 'site.example:99999'
    const headers = { ...csrf(browser), 'X-Forwarded-Host': host, Origin: `http://${host}` }

    const response = await browser.post('/me/', { headers })

    expect(await detail(response)).toMatch(foreign)
  })
})

describe('the order of the checks', () => {
  it('each check is reported only when those before it pass', async () => {
    const browser = await signedIn(openSite(), { baseUrl: 'https://site.example' })
    const name = '__Host-csrftoken'
    const own = browser.cookies.get(name) ?? ''
    const planted = newCsrfToken(['another secret of 32 characters and more'], null)
    const headers: Record<string, string> = {
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
      Referer: 'https://evil.example/',
    }
    browser.cookies.delete(name)
    const problem = async () => detail(await browser.post('/me/', { headers }))

    expect((await browser.get('/me/', { headers })).status).toBe(200)
    expect(await problem()).toContain('https://evil.example does not match')
    headers.Origin = 'https://site.example'
    expect(await problem()).toContain('Sec-Fetch-Site: cross-site')
    headers['Sec-Fetch-Site'] = 'same-origin'
    delete headers.Origin
    expect(await problem()).toContain('Referer checking failed')
    headers.Referer = 'https://site.example/'
    browser.cookies.delete(name)
    expect(await problem()).toContain('CSRF cookie not set.')
    browser.cookies.set(name, planted)
    expect(await problem()).toContain('CSRF token missing.')
    headers['X-CSRFToken'] = 'x'
    expect(await problem()).toContain('has incorrect length')
    headers['X-CSRFToken'] = own
    expect(await problem()).toContain('incorrect.')
    headers['X-CSRFToken'] = planted
    expect(await problem()).toContain('incorrect.')
    browser.cookies.set(name, own)
    headers['X-CSRFToken'] = own
    expect((await browser.post('/me/', { headers })).status).toBe(200)
  })
})

describe('over https without Origin the Referer decides', () => {
  const settings = { CSRF_TRUSTED_ORIGINS: ['https://app.example.com'] }
  const from = (headers: Record<string, string>) => verdict(headers, { https: true, settings })

  it.each(['https://site.example/', 'https://site.example/a?b=c', 'https://app.example.com/x'])(
    'a Referer of %s may write',
    async (Referer) => {
      expect(await from({ Referer })).toBe(200)
    },
  )

  it('a request with neither Origin nor Referer is refused', async () => {
    expect(await from({})).toMatch(/^CSRF Failed: Referer checking failed - no Referer\./)
  })

  it.each([
    ['nonsense', 'Referer is malformed.'],
    ['', 'Referer is malformed.'],
    ['http://site.example/', 'Referer is insecure while host is secure.'],
    ['data:text/html,x', 'Referer is malformed.'],
    ['https://evil.example/x', 'https://evil.example/x does not match any trusted origins.'],
    [
      'https://site.example@evil.example/',
      'https://site.example@evil.example/ does not match any trusted origins.',
    ],
    ['https://site.example:444/', 'https://site.example:444/ does not match any trusted origins.'],
  ])('a Referer of %j: %s', async (Referer, problem) => {
    expect(await from({ Referer })).toContain(`CSRF Failed: Referer checking failed - ${problem}`)
  })

  it('the Referer is not checked when there is an Origin, or over http', async () => {
    expect(await from({ Origin: 'https://site.example', Referer: 'https://evil.example/' })).toBe(
      200,
    )
    expect(await verdict({ Referer: 'https://evil.example/' })).toBe(200)
  })
})
