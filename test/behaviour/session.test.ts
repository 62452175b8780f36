import {
  type ApiRequest,
  ApiResponse,
  basicAuthentication,
  isAuthenticated,
  sessionAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { basic, notProvided, openAccounts, refusalOf, whoAmI } from './client.ts'

// Spec, "Authentication", "Schemes": session authentication.

const unsafe = ['PUT', 'PATCH', 'POST', 'DELETE']
const safe = ['GET', 'HEAD', 'OPTIONS']

const answer = ({ user, auth }: ApiRequest) => new ApiResponse({ user, auth })
const every = { get: answer, put: answer, patch: answer, post: answer, delete: answer }

/** Everybody may write at `/open/`, and known users at `/closed/`. */
const views = () => ({
  '/open/': every,
  '/closed/': { permissions: [isAuthenticated], ...every },
})

describe('| Session | The session cookie of the web session | user record | null | 403 | For AJAX clients in the same session context as the website. |', () => {
  it('the session cookie gives the user record, and auth is null', async () => {
    const browser = openBrowser({}, views)
    await browser.signIn()

    const response = await browser.request('GET', '/closed/')

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { pk: 1, username: 'ann' }, auth: null })
  })

  it('denied, unauthenticated: 403', async () => {
    const browser = openBrowser({}, views)
    const refusal = [403, null, notProvided]
    expect(await refusalOf(await browser.request('GET', '/closed/'))).toEqual(refusal)

    browser.cookies.set('sessionid', 'guessed')
    expect(await refusalOf(await browser.request('GET', '/closed/'))).toEqual(refusal)
  })

  it('after logout the cookie is worth nothing, even where it was kept', async () => {
    const browser = openBrowser({}, views)
    await browser.signIn()
    const stolen = browser.cookies.get('sessionid') ?? ''

    await browser.request('POST', '/logout/', browser.csrf())
    expect(browser.cookies.has('sessionid')).toBe(false)
    browser.cookies.set('sessionid', stolen)

    expect(stolen).not.toBe('')
    expect((await browser.request('GET', '/closed/')).status).toBe(403)
  })

  it('scripts of another site cannot use the session', async () => {
    const browser = openBrowser({}, views)
    await browser.signIn()
    const { headers } = browser.csrf()

    const own = { ...headers, Origin: 'http://testserver' }
    const foreign = { ...headers, Origin: 'http://elsewhere' }
    expect((await browser.request('POST', '/closed/', { headers: own })).status).toBe(200)
    expect((await browser.request('POST', '/closed/', { headers: foreign })).status).toBe(403)
  })
})

describe('Session authentication enforces CSRF:', () => {
  describe('A valid CSRF token is required on the unsafe methods PUT, PATCH, POST and DELETE.', () => {
    it.each(unsafe)('%s without a token', async (method) => {
      const browser = openBrowser({}, views)
      await browser.signIn()

      for (const path of ['/closed/', '/open/']) {
        const [status, challenge, detail] = await refusalOf(await browser.request(method, path))
        expect(status).toBe(403)
        expect(challenge).toBe(null)
        expect(detail).toMatch(/^CSRF Failed: CSRF token missing\./)
      }
    })

    it.each(unsafe)('%s with a wrong token', async (method) => {
      const browser = openBrowser({}, views)
      await browser.signIn()
      const right = browser.cookies.get('csrftoken') ?? ''
      const wrong = (right.startsWith('A') ? 'B' : 'A') + right.slice(1)

      for (const token of [wrong, right.slice(1), `${right}A`, '', 'x']) {
        const headers = { 'X-CSRFToken': token }
        const response = await browser.request(method, '/open/', { headers })
        expect(response.status).toBe(403)
        expect((await response.json()).detail).toEqual(expect.stringMatching(/^CSRF Failed: /))
      }
    })

    it.each(unsafe)('%s with the token', async (method) => {
      const browser = openBrowser({}, views)
      await browser.signIn()

      const response = await browser.request(method, '/open/', browser.csrf())

      expect(response.status).toBe(200)
      expect((await response.json()).user.username).toBe('ann')
    })

    it.each(safe)('%s needs none', async (method) => {
      const browser = openBrowser({}, views)
      await browser.signIn()
      expect((await browser.request(method, '/closed/')).status).toBe(200)
    })

    it('the field of a form will do', async () => {
      const browser = openBrowser({}, views)
      await browser.signIn()
      const csrfmiddlewaretoken = browser.cookies.get('csrftoken') ?? ''

      const form = { title: 'Emma', csrfmiddlewaretoken }
      expect((await browser.request('POST', '/closed/', { form })).status).toBe(200)
      const without = { form: { title: 'Emma' } }
      expect((await browser.request('POST', '/closed/', without)).status).toBe(403)
    })

    it('a token of another session is none', async () => {
      const browser = openBrowser({}, views)
      await browser.signIn()
      const old = browser.cookies.get('csrftoken') ?? ''
      await browser.signIn()

      browser.cookies.set('csrftoken', old)
      expect((await browser.request('POST', '/closed/', browser.csrf())).status).toBe(403)
    })
  })

  describe('Only authenticated requests need a CSRF token. Anonymous requests may omit it.', () => {
    it.each(unsafe)('anonymous %s', async (method) => {
      const browser = openBrowser({}, views)
      const response = await browser.request(method, '/open/')

      expect(response.status).toBe(200)
      expect((await response.json()).user.username).toBe('')
    })

    it('so may those whom another scheme has authenticated', async () => {
      const accounts = openAccounts()
      const { request } = openBrowser({}, () => ({
        '/': {
          authentication: [
            basicAuthentication(accounts),
            sessionAuthentication({ sessions: { find: async () => null } }),
          ],
          permissions: [isAuthenticated],
          ...every,
          ...whoAmI,
        },
      }))
      expect((await request('POST', '/', basic('ann', 'wonderland'))).status).toBe(200)
    })
  })

  describe('Login views must always apply CSRF validation themselves.', () => {
    const json = { username: 'ann', password: 'wonderland' }

    it('an anonymous client cannot sign in without the token', async () => {
      const browser = openBrowser({}, views)
      const strange = await browser.request('POST', '/login/', { json })
      await browser.request('GET', '/login/')
      const tokenless = await browser.request('POST', '/login/', { json })

      for (const response of [strange, tokenless]) {
        expect(response.status).toBe(403)
        expect((await response.json()).detail).toMatch(/^CSRF Failed: /)
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect(browser.cookies.has('sessionid')).toBe(false)
    })

    it('with the token it can', async () => {
      const browser = openBrowser({}, views)
      await browser.request('GET', '/login/')
      const response = await browser.request('POST', '/login/', { json, ...browser.csrf() })

      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ username: 'ann' })
      expect((await browser.request('GET', '/closed/')).status).toBe(200)
    })

    it('neither can a known user sign in again, nor anybody sign out', async () => {
      const browser = openBrowser({}, views)
      await browser.signIn()

      expect((await browser.request('POST', '/login/', { json })).status).toBe(403)
      expect((await browser.request('POST', '/logout/')).status).toBe(403)
      expect((await browser.request('GET', '/closed/')).status).toBe(200)
    })
  })
})
