import { describe, expect, it } from 'vitest'
import { csrf, detail, openSite, signedIn, signIn } from './site.ts'

describe('logout', () => {
  it('logout ends the session in the store and clears its cookie', async () => {
    const site = openSite({ LOGOUT_REDIRECT_URL: '/bye/' })
    const browser = await signedIn(site)
    const id = browser.cookies.get('sessionid') ?? ''

    const response = await browser.post('/logout/', { headers: csrf(browser) })

    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/bye/')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.getSetCookie()[0]).toBe(
      'sessionid=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
    )
    expect(await site.sessions.find(id)).toBeNull()
  })

  it('a copy of the cookie is refused after logout', async () => {
    const site = openSite()
    const browser = await signedIn(site)
    const id = browser.cookies.get('sessionid') ?? ''
    await browser.post('/logout/', { headers: csrf(browser) })

    const thief = site.browser()
    thief.cookies.set('sessionid', id)

    expect((await thief.get('/members/')).status).toBe(403)
  })

  it('answers 204 to JSON', async () => {
    const browser = await signedIn(openSite())

    const response = await browser.post('/logout/', { json: {}, headers: csrf(browser) })

    expect(response.status).toBe(204)
    expect(response.headers.has('Location')).toBe(false)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: '' })
  })

  it('logout takes the token from a form', async () => {
    const browser = await signedIn(openSite())
    const form = { csrfmiddlewaretoken: browser.cookies.get('csrftoken') ?? '' }

    expect((await browser.post('/logout/', { form })).status).toBe(302)
  })

  it('clears the cookie over https with the attributes that it was set with', async () => {
    const https = { baseUrl: 'https://site.example' }
    const browser = await signedIn(openSite(), https)
    const headers = { ...csrf(browser, '__Host-csrftoken'), Origin: https.baseUrl }

    const response = await browser.post('/logout/', { headers })

    expect(response.headers.getSetCookie()[0]).toBe(
      '__Host-sessionid=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
    )
  })

  it('logout without a token is refused for everyone, and the session stays', async () => {
    const site = openSite()
    const browser = await signedIn(site)

    const refused = await browser.post('/logout/')
    expect(refused.status).toBe(403)
    expect(await detail(refused)).toMatch(/^CSRF Failed: CSRF token missing\./)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
    expect((await site.browser().post('/logout/')).status).toBe(403)
  })

  it('logout is POST only, so that no link or image can do it', async () => {
    const browser = await signedIn(openSite())

    expect((await browser.get('/logout/')).status).toBe(405)
    expect(await (await browser.get('/me/')).json()).toEqual({ user: 'ann' })
  })

  it('leaves a CSRF cookie with which the next login works at once', async () => {
    const browser = await signedIn(openSite())
    await browser.post('/logout/', { headers: csrf(browser) })

    const response = await browser.post('/login/', {
      json: { username: 'ben', password: 'builder' },
      headers: csrf(browser),
    })

    expect(response.status).toBe(200)
  })

  it('works when the session has already ended', async () => {
    const site = openSite({ SESSION_COOKIE_AGE: 60 })
    const browser = await signedIn(site)
    site.at(60)

    expect((await browser.post('/logout/', { headers: csrf(browser) })).status).toBe(302)
    expect((await signIn(browser, 'ann', 'wonderland')).status).toBe(302)
  })
})
