import { describe, expect, it } from 'vitest'
import { csrf, openSite, signedIn, signIn } from './site.ts'

const refusal = { non_field_errors: ['Unable to log in with provided credentials.'] }
const sessionOf = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('sessionid='))

describe('the login page', () => {
  it('the login page sets the CSRF cookie, and gives the token and its place to clients that cannot read it', async () => {
    const browser = openSite().browser()

    const response = await browser.get('/login/')

    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body).toEqual({
      csrf_token: expect.stringMatching(/^[\w-]{86}$/),
      csrf_header: 'X-CSRFToken',
      csrf_field: 'csrfmiddlewaretoken',
    })
    expect(response.headers.getSetCookie()).toEqual([
      `csrftoken=${browser.cookies.get('csrftoken')}; Path=/; Max-Age=1209600; SameSite=Lax`,
    ])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(browser.cookies.get('csrftoken')).toMatch(/^[\w-]{43}$/)
  })

  it('keeps the token that the browser has, and writes it in other characters each time', async () => {
    const browser = openSite().browser()
    const one = await (await browser.get('/login/')).json()
    const cookie = browser.cookies.get('csrftoken')

    const other = await (await browser.get('/login/')).json()

    expect(browser.cookies.get('csrftoken')).toBe(cookie)
    expect(other.csrf_token).not.toBe(one.csrf_token)
    expect(`${one.csrf_token}${other.csrf_token}`).not.toContain(cookie)
  })

  it('the login page replaces a planted token', async () => {
    const browser = openSite().browser()
    const planted = 'A'.repeat(43)
    browser.cookies.set('csrftoken', planted)

    await browser.get('/login/')

    expect(browser.cookies.get('csrftoken')).not.toBe(planted)
  })
})

describe('a sign-in under way', () => {
  it.each([
    ['the password is replaced', 'setPassword'],
    ['the user is made inactive', 'setActive'],
  ] as const)(
    'starts no session when %s before that, and is refused as a wrong one',
    async (_, change) => {
      const { users, sessions, browser: open } = openSite()
      const { verify } = users
      users.verify = async (...credentials) => {
        const verified = await verify(...credentials)
        if (verified === null) return null
        if (change === 'setPassword') await users.setPassword(verified.user, 'another')
        else await users.setActive(verified.user, false)
        return verified
      }
      const browser = open()

      const response = await signIn(browser, 'ann', 'wonderland')

      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(refusal)
      expect(sessionOf(response)).toBeUndefined()
      const ann = await users.find('ann')
      if (ann !== null) await users.setActive(ann, true)
      expect(ann && (await sessions.count(ann))).toBe(0)
    },
  )
})

describe('login by a form', () => {
  it('starts a session, gives a new CSRF token and redirects', async () => {
    const browser = openSite().browser()
    await browser.get('/login/')
    const before = browser.cookies.get('csrftoken')

    const response = await signIn(browser, 'ann', 'wonderland')

    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(sessionOf(response)).toMatch(
      /^sessionid=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/,
    )
    expect(browser.cookies.get('csrftoken')).not.toBe(before)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it.each([
    ['a wrong password', 'ann', 'wrong'],
    ['an unknown user', 'nobody', 'wonderland'],
    ['an inactive user', 'cleo', 'pharaoh'],
  ])('answers 200 with one text for %s, and starts no session', async (_what, name, password) => {
    const { browser: open, created } = openSite()
    const browser = open()

    const response = await signIn(browser, name, password)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(refusal)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(created()).toBe(0)
  })

  it('answers 200 with the fields at fault', async () => {
    const response = await signIn(openSite().browser(), '', 'wonderland')

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ username: ['This field may not be blank.'] })
  })

  it('login by a form uses NON_FIELD_ERRORS_KEY', async () => {
    const browser = openSite({ NON_FIELD_ERRORS_KEY: 'errors' }).browser()

    const response = await signIn(browser, 'ann', 'wrong')

    expect(await response.json()).toEqual({ errors: refusal.non_field_errors })
  })

  it('leads to the path in the form, else to that in the query, else to LOGIN_REDIRECT_URL', async () => {
    const site = openSite({ LOGIN_REDIRECT_URL: '/home/' })
    const locationFor = async (path: string, fields: Record<string, string>) => {
      const browser = site.browser()
      await browser.get('/login/')
      const form = { username: 'ann', password: 'wonderland', ...fields }
      const response = await browser.post(path, { form, headers: csrf(browser) })
      return response.headers.get('Location')
    }

    expect(await locationFor('/login/?next=/b/', { next: '/a/?x=1' })).toBe('/a/?x=1')
    expect(await locationFor('/login/?next=/b/', {})).toBe('/b/')
    expect(await locationFor('/login/', {})).toBe('/home/')
    expect(await locationFor('/login/', { next: 'https://evil.example/' })).toBe('/home/')
    expect(await locationFor('/login/?next=//evil.example', {})).toBe('/home/')
  })
})

describe('login by JSON', () => {
  it('login by JSON answers 200 with the username, and the session is valid', async () => {
    const browser = openSite().browser()
    await browser.get('/login/')

    const response = await browser.post('/login/', {
      json: { username: 'ann', password: 'wonderland' },
      headers: csrf(browser),
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ username: 'ann' })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it('answers 400 with one text for a wrong password, an unknown user and an inactive one', async () => {
    const { browser: open, created } = openSite()
    const browser = open()
    await browser.get('/login/')

    for (const [username, password] of [
      ['ann', 'wrong'],
      ['nobody', 'wonderland'],
      ['cleo', 'pharaoh'],
    ]) {
      const json = { username, password }
      const response = await browser.post('/login/', { json, headers: csrf(browser) })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(refusal)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(created()).toBe(0)
  })

  it('login by JSON takes the token of the answer to GET as well as that of the cookie', async () => {
    const browser = openSite().browser()
    const { csrf_token, csrf_header } = await (await browser.get('/login/')).json()

    const response = await browser.post('/login/', {
      json: { username: 'ann', password: 'wonderland' },
      headers: { [csrf_header]: csrf_token },
    })

    expect(response.status).toBe(200)
  })

  it('login by JSON is refused after FAILED_CREDENTIALS_RATES, before a password is checked', async () => {
    const browser = openSite({
      FAILED_CREDENTIALS_RATES: { address: null, username: '1/15m' },
    }).browser()
    await browser.get('/login/')
    const post = (password: string) =>
      browser.post('/login/', { json: { username: 'ann', password }, headers: csrf(browser) })

    expect((await post('wrong')).status).toBe(400)
    const refused = await post('wonderland')

    expect(refused.status).toBe(429)
    expect(refused.headers.has('Retry-After')).toBe(true)
  })
})

describe('spec, Session: "Login views must always apply CSRF validation themselves."', () => {
  it.each(['form', 'json'] as const)('a %s without a token is refused', async (kind) => {
    const { browser: open, created } = openSite()
    const browser = open()
    const body = { username: 'ann', password: 'wonderland' }

    const bare = await browser.post('/login/', { [kind]: body })
    await browser.get('/login/')
    const withCookie = await browser.post('/login/', { [kind]: body })

    for (const response of [bare, withCookie]) {
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.has('WWW-Authenticate')).toBe(false)
    }
    expect(created()).toBe(0)
  })

  it("a token of another browser's is refused without its cookie", async () => {
    const site = openSite()
    const [victim, attacker] = [site.browser(), site.browser()]
    await victim.get('/login/')
    await attacker.get('/login/')

    const form = {
      username: 'ben',
      password: 'builder',
      csrfmiddlewaretoken: attacker.cookies.get('csrftoken') ?? '',
    }

    expect((await victim.post('/login/', { form })).status).toBe(403)
  })

  it('a form of another site is refused, even with a token that was planted with its cookie', async () => {
    const site = openSite()
    const [victim, attacker] = [site.browser(), site.browser()]
    await attacker.get('/login/')
    const token = attacker.cookies.get('csrftoken') ?? ''
    victim.cookies.set('csrftoken', token)

    const form = { username: 'ben', password: 'builder', csrfmiddlewaretoken: token }
    const send = (headers: Record<string, string>) => victim.post('/login/', { form, headers })

    expect((await send({ Origin: 'http://evil.example' })).status).toBe(403)
    expect((await send({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
  })
})

describe('session fixation', () => {
  it('an id that was planted is never adopted', async () => {
    const { browser: open } = openSite()
    const browser = open()
    const planted = 'p'.repeat(43)
    browser.cookies.set('sessionid', planted)

    expect((await signIn(browser, 'ann', 'wonderland')).status).toBe(302)

    expect(browser.cookies.get('sessionid')).not.toBe(planted)
    const attacker = open()
    attacker.cookies.set('sessionid', planted)
    expect(await (await attacker.get('/me/')).json()).toEqual({ user: '' })
  })

  it('each login has a new id, also for the same user, and ends the session before it', async () => {
    const site = openSite()
    const browser = await signedIn(site)
    const first = browser.cookies.get('sessionid') ?? ''

    expect((await signIn(browser, 'ann', 'wonderland')).status).toBe(302)

    expect(browser.cookies.get('sessionid')).not.toBe(first)
    expect(await site.sessions.find(first)).toBeNull()
  })

  it('a failed login leaves an existing session', async () => {
    const site = openSite()
    const browser = await signedIn(site)

    await signIn(browser, 'ben', 'wrong')

    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it('signing in elsewhere does not end the session of another user', async () => {
    const site = openSite()
    const [first, second] = [await signedIn(site), await signedIn(site)]

    expect(await (await first.get('/me/')).json()).toEqual({ user: 'ann' })
    expect(await (await second.get('/me/')).json()).toEqual({ user: 'ann' })
  })
})

describe('over https', () => {
  const https = { baseUrl: 'https://site.example' }

  it('both cookies are Secure over https and can be planted by no other host', async () => {
    const browser = openSite().browser(https)

    const response = await signIn(browser, 'ann', 'wonderland', https)

    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-sessionid=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax; Secure; HttpOnly$/,
      ),
      expect.stringMatching(
        /^__Host-csrftoken=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax; Secure$/,
      ),
    ])
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it('a cookie without the prefix is no session', async () => {
    const browser = await signedIn(openSite(), https)
    const id = browser.cookies.get('__Host-sessionid') ?? ''

    browser.cookies.delete('__Host-sessionid')
    browser.cookies.set('sessionid', id)

    expect(await (await browser.get('/me/')).json()).toEqual({ user: '' })
  })

  it('https is what a trusted proxy reports', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' }
    const behind = openSite({ TRUSTED_PROXIES: ['127.0.0.1'] }).browser({ headers })
    const forged = openSite().browser({ headers })

    await behind.get('/login/', { headers })
    await forged.get('/login/', { headers })

    expect([...behind.cookies.keys()]).toEqual(['__Host-csrftoken'])
    expect([...forged.cookies.keys()]).toEqual(['csrftoken'])
  })
})

describe('settings', () => {
  it('the settings name the cookies exactly, over https too, and their lifetime', async () => {
    const https = { baseUrl: 'https://site.example' }
    const browser = openSite({
      SESSION_COOKIE_NAME: 'sid',
      CSRF_COOKIE_NAME: 'xsrf',
      SESSION_COOKIE_AGE: 60,
    }).browser(https)

    const response = await signIn(browser, 'ann', 'wonderland', https)

    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[^;]+; Path=\/; Max-Age=60;/),
      expect.stringMatching(/^xsrf=[^;]+; Path=\/; Max-Age=60;/),
    ])
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it('the lifetime setting ends a session in the store, whatever the browser keeps', async () => {
    const site = openSite({ SESSION_COOKIE_AGE: 1000, SESSION_IDLE_AGE: 300 })
    const browser = await signedIn(site)

    site.at(250)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
    site.at(500)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
    site.at(800)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: '' })

    const other = await signedIn(site)
    for (let moment = 1000; moment < 1800; moment += 200) {
      site.at(moment)
      expect(await (await other.get('/me/')).json()).toEqual({ user: 'ann' })
    }
    site.at(1800)
    expect(await (await other.get('/me/')).json()).toEqual({ user: '' })
  })

  it('bound how many sessions a user has at a time', async () => {
    const site = openSite({ SESSIONS_PER_USER: 2 })
    const browsers = []
    for (const moment of [0, 1, 2]) {
      site.at(moment)
      browsers.push(await signedIn(site))
    }

    const users = await Promise.all(
      browsers.map(async (browser) => (await browser.get('/me/')).json()),
    )
    expect(users).toEqual([{ user: '' }, { user: 'ann' }, { user: 'ann' }])
  })

  it.each([
    [{ SESSION_COOKIE_NAME: 'a b' }, 'SESSION_COOKIE_NAME must be the name of a cookie, or null'],
    [{ CSRF_COOKIE_NAME: '' }, 'CSRF_COOKIE_NAME'],
    [{ SESSION_COOKIE_AGE: 0 }, 'SESSION_COOKIE_AGE must be a whole number of seconds'],
    [{ SESSION_IDLE_AGE: 119 }, 'SESSION_IDLE_AGE must be a whole number of seconds, at least 120'],
    [{ CSRF_HEADER_NAME: 'X CSRF' }, 'CSRF_HEADER_NAME'],
    [{ CSRF_FIELD_NAME: '' }, 'CSRF_FIELD_NAME'],
    [
      { CSRF_TRUSTED_ORIGINS: ['app.example.com'] },
      'CSRF_TRUSTED_ORIGINS must be a list of origins',
    ],
    [{ CSRF_TRUSTED_ORIGINS: ['https://app.example.com/'] }, 'CSRF_TRUSTED_ORIGINS'],
    [{ CSRF_TRUSTED_ORIGINS: ['https://*'] }, 'CSRF_TRUSTED_ORIGINS'],
    [{ CSRF_TRUSTED_ORIGINS: ['null'] }, 'CSRF_TRUSTED_ORIGINS'],
    [{ LOGIN_REDIRECT_URL: '/\r\nX: y' }, 'LOGIN_REDIRECT_URL'],
    [{ LOGOUT_REDIRECT_URL: '/ü/' }, 'LOGOUT_REDIRECT_URL'],
  ])('invalid session settings are refused at the start: %j', (settings, message) => {
    expect(() => openSite(settings)).toThrow(message)
  })

  it.each([
    { SESSION_IDLE_AGE: 120 },
    { SESSION_IDLE_AGE: null },
    { SESSION_COOKIE_NAME: '__Secure-sid' },
    { CSRF_TRUSTED_ORIGINS: ['https://app.example.com:8443', 'http://*.example.com'] },
    { LOGIN_REDIRECT_URL: 'https://app.example.com/' },
  ])('valid session settings are accepted: %j', (settings) => {
    expect(() => openSite(settings)).not.toThrow()
  })
})

it('anonymous requests never create a session, whatever cookie they carry', async () => {
  const { browser: open, created } = openSite()
  const browser = open()
  browser.cookies.set('sessionid', 'garbage')

  await browser.get('/me/')
  await browser.post('/me/')
  await browser.get('/login/')
  await signIn(browser, 'ann', 'wrong')
  await browser.post('/logout/', { headers: csrf(browser) })

  expect(created()).toBe(0)
})
