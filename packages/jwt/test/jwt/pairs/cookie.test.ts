import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../turnpike/test/sessions/browser.ts'
import { memoryStores, openPairSite } from './pair-site.ts'

const ann = { username: 'ann', password: 'wonderland' }
const own = 'https://testserver'

/** What a script of the site sends: the CSRF token, and where it comes from. */
const script = (browser: Browser, origin = own) => ({
  Origin: origin,
  'X-CSRFToken': browser.cookies.get('__Host-csrftoken') ?? '',
})

/** A browser that ann has signed in with, over https. */
async function signedIn(site: ReturnType<typeof openPairSite>) {
  const browser = site.browser(own)
  await browser.get('/token/')
  const response = await browser.post('/token/', { json: ann, headers: script(browser) })
  if (response.status !== 200) throw new Error(`The sign-in was answered with ${response.status}.`)
  return { browser, response }
}

const openCookieSite = (cookie: object | true = true) => openPairSite({ views: { cookie } })

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => !cookie.includes('csrftoken'))

describe('a refresh token in a cookie', () => {
  it('a refresh cookie is set for the views alone, out of the reach of scripts, and is not in the body', async () => {
    const { response } = await signedIn(openCookieSite())

    expect(cookiesOf(response)).toEqual([
      expect.stringMatching(
        /^__Secure-refresh=refresh_[\w-]{64}; Path=\/token\/; Max-Age=1209600; SameSite=Strict; Secure; HttpOnly$/,
      ),
    ])
    expect(Object.keys(await response.json())).toEqual(['access_token', 'token_type', 'expires_in'])
  })

  it('a refresh cookie is replaced by each refresh, which needs no body', async () => {
    const site = openCookieSite()
    const { browser } = await signedIn(site)
    const before = browser.cookies.get('__Secure-refresh')

    const response = await browser.post('/token/refresh/', { headers: script(browser) })

    expect(response.status).toBe(200)
    const { access_token } = await response.json()
    expect((await site.me(access_token)).status).toBe(200)
    expect(browser.cookies.get('__Secure-refresh')).not.toBe(before)
  })

  it('a stolen refresh cookie without the CSRF token refreshes nothing, and stays valid', async () => {
    const { browser } = await signedIn(openCookieSite())

    for (const headers of [
      { Origin: own },
      { ...script(browser), 'X-CSRFToken': 'x'.repeat(43) },
    ]) {
      const response = await browser.post('/token/refresh/', { headers })
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }

    const response = await browser.post('/token/refresh/', { headers: script(browser) })
    expect(response.status).toBe(200)
  })

  it('a page of another site cannot refresh, sign in or sign out with the refresh cookie', async () => {
    const { browser } = await signedIn(openCookieSite())
    const headers = script(browser, 'https://evil.example')

    expect((await browser.post('/token/', { json: ann, headers })).status).toBe(403)
    expect((await browser.post('/token/refresh/', { headers })).status).toBe(403)
    expect((await browser.post('/token/revoke/', { headers })).status).toBe(403)
  })

  it('signing in for a refresh cookie needs the CSRF token that GET shows', async () => {
    const browser = openCookieSite().browser(own)
    expect((await browser.post('/token/', { json: ann })).status).toBe(403)

    const { csrf_token, csrf_header } = await (await browser.get('/token/')).json()

    const headers = { Origin: own, [csrf_header]: csrf_token }
    expect((await browser.post('/token/', { json: ann, headers })).status).toBe(200)
  })

  it('a refresh token in the body is not accepted in place of the refresh cookie', async () => {
    const stores = memoryStores()
    const { refresh_token } = await (await openPairSite({ stores }).signIn()).json()
    const browser = openPairSite({ stores, views: { cookie: true } }).browser(own)
    await browser.get('/token/')

    const json = { refresh_token, token: refresh_token }
    const response = await browser.post('/token/refresh/', { json, headers: script(browser) })

    expect(response.status).toBe(400)
  })

  it('a refused refresh cookie is deleted in the browser', async () => {
    const site = openCookieSite()
    const { browser } = await signedIn(site)
    site.at(15 * 86_400)

    const response = await browser.post('/token/refresh/', { headers: script(browser) })

    expect(response.status).toBe(400)
    expect(cookiesOf(response)).toEqual([
      '__Secure-refresh=; Path=/token/; Max-Age=0; SameSite=Strict; Secure; HttpOnly',
    ])
  })

  it('signing out ends the sign-in and deletes the refresh cookie', async () => {
    const { browser } = await signedIn(openCookieSite())
    const stolen = browser.cookies.get('__Secure-refresh') ?? ''

    const response = await browser.post('/token/revoke/', { headers: script(browser) })

    expect(response.status).toBe(200)
    expect(browser.cookies.has('__Secure-refresh')).toBe(false)
    browser.cookies.set('__Secure-refresh', stolen)
    const refreshed = await browser.post('/token/refresh/', { headers: script(browser) })
    expect(refreshed.status).toBe(400)
  })

  it('a refresh cookie for every path has the prefix __Host-', async () => {
    const { response } = await signedIn(openCookieSite({ path: '/', sameSite: 'lax', name: 'r' }))

    expect(cookiesOf(response)).toEqual([expect.stringMatching(/^__Host-r=refresh_\S+; Path=\/;/)])
    expect(cookiesOf(response)[0]).toContain('SameSite=Lax')
  })

  it('over plain http, as in development, the refresh cookie has no prefix', async () => {
    const browser = openCookieSite().browser()
    const { csrf_token } = await (await browser.get('/token/')).json()

    const headers = { 'X-CSRFToken': csrf_token }
    const response = await browser.post('/token/', { json: ann, headers })

    expect(cookiesOf(response)).toEqual([expect.stringMatching(/^refresh=refresh_/)])
    expect(cookiesOf(response)[0]).not.toContain('Secure')
  })

  it.each([
    [{ path: 'token' }, 'path of cookie of tokenPairViews() must be a path'],
    [{ sameSite: 'Strict' }, 'sameSite of cookie of tokenPairViews() must be one of'],
    [{ domain: 'example.com' }, 'Unknown option domain'],
  ])('the refresh cookie %j is refused at start-up', (cookie, message) => {
    expect(() => openCookieSite(cookie as object)).toThrow(message)
  })
})

describe('the names of simplejwt', () => {
  const views = { names: 'simplejwt' } as const

  it('clients of simplejwt sign in, refresh and blacklist with their own names', async () => {
    const { client, signIn, me } = openPairSite({ views })

    const pair = await (await signIn()).json()
    expect(Object.keys(pair)).toEqual(['access', 'refresh'])
    expect((await me(pair.access)).status).toBe(200)
    const json = { refresh: pair.refresh }
    const next = await (await client.post('/token/refresh/', { json })).json()
    expect(Object.keys(next)).toEqual(['access', 'refresh'])

    const last = { refresh: next.refresh }
    expect((await client.post('/token/blacklist/', { json: last })).status).toBe(200)
    expect((await client.post('/token/refresh/', { json: last })).status).toBe(401)
  })

  it('clients of simplejwt get the 401 and the codes that they know', async () => {
    const { client, signIn } = openPairSite({ views })

    const unknown = await client.post('/token/refresh/', { json: { refresh: 'x' } })
    expect(unknown.status).toBe(401)
    expect(unknown.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
    expect(await unknown.json()).toEqual({
      detail: 'Token is invalid or expired.',
      code: 'token_not_valid',
    })
    const refused = await signIn({ password: 'wrong' })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({
      detail: 'No active account found with the given credentials.',
      code: 'no_active_account',
    })
    expect((await signIn({ password: undefined })).status).toBe(400)
  })
})
