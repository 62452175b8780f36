import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nginxMissing } from '../faults/nginx.ts'
import { describeInChromium, launchChromium } from '../support/chromium.ts'
import { djangoMissing, passwordOf } from '../support/django.ts'
import { type BothServices, bothServices } from './both-services.ts'
import { type OneHost, oneHost } from './one-host.ts'

const isMissing = (djangoMissing('sqlite') ?? nginxMissing) !== null

describeInChromium('a browser during the move from Django', () => {
  let services: BothServices
  let host: OneHost
  let browser: Browser
  beforeAll(async () => {
    if (isMissing) return
    services = await bothServices('sqlite')
    host = await oneHost(services.django, services.turnpike)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await host?.close()
    await services?.close()
  })

  /** Gives paths to Turnpike, and waits until nginx does. */
  async function move(paths: readonly string[], probe: string, service: string) {
    await host.move(paths)
    const servedBy = async () => (await fetch(host.url + probe)).headers.get('x-served-by')
    await expect.poll(servedBy).toBe(service)
  }

  async function signIn(page: Page, username: string) {
    await page.goto(`${host.url}/accounts/login/?next=/api/whoami/`)
    await page.fill('input[name=username]', username)
    await page.fill('input[name=password]', passwordOf(username))
    await Promise.all([
      page.waitForURL('**/api/whoami/'),
      page.press('input[name=password]', 'Enter'),
    ])
    // A page of the site: those of Turnpike forbid scripts by their policy.
    await page.goto(host.url)
  }

  /** As a script of the site asks: with the CSRF cookie of now. */
  const ask = (page: Page, method: 'GET' | 'POST', csrf = true) =>
    page.evaluate(
      async ({ method, csrf }) => {
        const [, token = ''] = /csrftoken=([^;]+)/.exec(document.cookie) ?? []
        const response = await fetch('/api/whoami/', {
          method,
          headers: {
            Accept: 'application/json',
            ...(csrf && { 'X-CSRFToken': token }),
            ...(method === 'POST' && { 'Content-Type': 'application/json' }),
          },
          ...(method === 'POST' && { body: '{"written": true}' }),
        })
        const { username, detail } = await response.json()
        return {
          status: response.status,
          servedBy: response.headers.get('x-served-by'),
          says: username ?? detail,
        }
      },
      { method, csrf },
    )

  it.skipIf(isMissing)(
    'a browser that signed in at Django is signed in at Turnpike, can write there, and signs out at both',
    async () => {
      await move([], '/api/whoami/', 'django')
      const page = await (await browser.newContext()).newPage()
      await signIn(page, 'member')
      expect(await ask(page, 'POST')).toMatchObject({ status: 200, servedBy: 'django' })

      await move(['/api/'], '/api/whoami/', 'turnpike')
      // The browser's open connection stays with the nginx before the move until that closes it.
      await expect
        .poll(() => ask(page, 'GET'))
        .toEqual({ status: 200, servedBy: 'turnpike', says: 'member' })
      expect(await ask(page, 'POST')).toEqual({ status: 200, servedBy: 'turnpike', says: 'member' })
      const refused = await ask(page, 'POST', false)
      expect(refused).toMatchObject({ status: 403, says: expect.stringContaining('CSRF Failed') })

      // Django's page of signing out ends the session for Turnpike, too.
      await page.goto(`${host.url}/accounts/logout/`)
      await page.goto(host.url)
      expect((await ask(page, 'GET')).status).toBe(401)
    },
    600_000,
  )

  it.skipIf(isMissing)(
    'a browser that signed in at Turnpike is signed in at Django, can write there, and signs out at both',
    async () => {
      await move(['/api/', '/accounts/'], '/accounts/login/', 'turnpike')
      const page = await (await browser.newContext()).newPage()
      await signIn(page, 'member')
      expect(await ask(page, 'POST')).toMatchObject({ status: 200, servedBy: 'turnpike' })

      await move(['/accounts/'], '/api/whoami/', 'django')
      await expect
        .poll(() => ask(page, 'GET'))
        .toEqual({ status: 200, servedBy: 'django', says: 'member' })
      expect(await ask(page, 'POST')).toEqual({ status: 200, servedBy: 'django', says: 'member' })
      const refused = await ask(page, 'POST', false)
      expect(refused).toMatchObject({ status: 403, says: expect.stringContaining('CSRF Failed') })

      const ended = await page.evaluate(async () => {
        const [, token = ''] = /csrftoken=([^;]+)/.exec(document.cookie) ?? []
        const headers = { 'X-CSRFToken': token, 'Content-Type': 'application/json' }
        return (await fetch('/accounts/logout/', { method: 'POST', headers })).status
      })
      expect(ended).toBe(204)
      expect((await ask(page, 'GET')).status).toBe(401)
    },
    600_000,
  )
})
