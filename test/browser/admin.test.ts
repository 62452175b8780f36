import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createService, defaultService, readConfig } from '@turnpike/service'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import { describeInChromium, launchChromium } from '../support/chromium.ts'
import { silentLogger } from '../support/one-view.ts'

// The accounts-only service, as `turnpike serve` alone runs it, in a real browser.

const timeout = 600_000
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function openService() {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:' })
  const options = { logger: silentLogger, migrate: true }
  const service = await createService(defaultService, config, options)
  onTestFinished(() => service.close())
  await service.users.create({ username: 'root', password: 'root of all', isStaff: true })
  const { url } = await startServer(service.app.fetch)
  const whoami = async (key: string) => {
    const response = await fetch(`${url}/whoami/`, { headers: { Authorization: `Token ${key}` } })
    return response.status === 200 ? (await response.json()).username : response.status
  }
  return { ...service, url, whoami }
}

describeInChromium('the admin in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, timeout)
  afterAll(() => browser?.close())

  async function openPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    return context.newPage()
  }

  it(
    'works without JavaScript, from the login to creating, replacing and revoking a token',
    async () => {
      const { url, whoami, users } = await openService()
      const page = await openPage({ javaScriptEnabled: false })
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
      const key = () => page.locator('.secret').innerText()

      await page.goto(`${url}/admin/users/add/`)
      await page.getByLabel('Username').fill('root')
      await page.getByLabel('Password').fill('root of all')
      await press('Sign in')
      await page.waitForURL(`${url}/admin/users/add/`)

      await page.getByLabel('Username').fill('ann')
      await page.getByLabel('Email address').fill('ann@example.com')
      await page.getByLabel('Password', { exact: true }).fill('looking-glass')
      await page.getByLabel('Password again').fill('lookingglass')
      await press('Add user')
      expect(await page.getByRole('main').innerText()).toContain('differ')
      expect(await page.getByLabel('Email address').inputValue()).toBe('ann@example.com')
      await page.getByLabel('Password', { exact: true }).fill('looking-glass')
      await page.getByLabel('Password again').fill('looking-glass')
      await press('Add user')
      expect(await page.getByRole('status').innerText()).toBe('ann has been added.')
      expect((await users.verify('ann', 'looking-glass'))?.user).toMatchObject({ isActive: true })

      await press('Create token')
      const first = await key()
      expect(await whoami(first)).toBe('ann')
      await follow('Done')
      expect(await page.getByRole('main').innerText()).not.toContain(first)

      await press('Reveal key')
      expect(await key()).toBe(first)
      await follow('Done')

      await follow('Regenerate…')
      await follow('Cancel')
      expect(await whoami(first)).toBe('ann')
      await follow('Regenerate…')
      await press('Regenerate token')
      const second = await key()
      expect(await whoami(first)).toBe(401)
      expect(await whoami(second)).toBe('ann')
      await follow('Done')

      await follow('Revoke…')
      await press('Revoke token')
      expect(await page.getByRole('status').innerText()).toContain('is revoked')
      expect(await whoami(second)).toBe(401)

      await press('Sign out')
      await page.goto(`${url}/admin/`)
      await page.waitForURL(`${url}/login/?next=%2Fadmin%2F`)
    },
    timeout,
  )

  it(
    'creates an API key without JavaScript; neither a reload nor the way back makes another',
    async () => {
      const { url, users, keys, sessions } = await openService()
      const ci = await users.create({ username: 'ci', password: null })
      const page = await openPage({ javaScriptEnabled: false })
      await signIn(page, url, await sessions.create((await users.find('root')) as never))
      await page.goto(`${url}/admin/users/${ci.pk}/`)
      expect(await page.getByText('No password', { exact: true }).count()).toBe(1)

      await page.getByRole('link', { name: 'Create API key…' }).click()
      await page.getByLabel('Name').fill('deploy')
      await page.getByLabel('Scopes').fill('notes:read')
      await page.getByLabel('Expires', { exact: true }).fill('2090-01-31')
      await page.getByRole('button', { name: 'Create API key' }).click()
      const key = await page.locator('.secret').innerText()
      const headers = { Authorization: `Api-Key ${key}` }
      expect(await (await fetch(`${url}/whoami/`, { headers })).json()).toMatchObject({
        username: 'ci',
      })
      expect(page.url()).not.toContain(key)

      await page.reload()
      expect(await page.getByRole('alert').innerText()).toContain('the key is there already')
      expect(await page.content()).not.toContain(key)
      expect(await keys.search().count()).toBe(1)

      await page.goto(`${url}/admin/keys/`)
      await page.getByRole('link', { name: 'Revoke… deploy' }).click()
      await page.getByRole('button', { name: 'Revoke API key' }).click()
      expect(await page.getByRole('status').innerText()).toContain('is revoked')
      expect((await fetch(`${url}/whoami/`, { headers })).status).toBe(401)

      await page.goto(`${url}/admin/users/${ci.pk}/keys/add/`)
      await page.getByLabel('Name').fill('deploy')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByRole('link', { name: 'Done' }).click()
      // The browser has not cached the page, so it asks whether to send the form again.
      await expect(page.goBack()).rejects.toThrow('ERR_CACHE_MISS')
      expect(await keys.search().count()).toBe(1)
    },
    timeout,
  )

  it(
    'finds a user with the keyboard alone',
    async () => {
      const { url, users, sessions } = await openService()
      await users.create({ username: 'ann', password: null })
      const page = await openPage({})
      await signIn(page, url, await sessions.create((await users.find('root')) as never))
      await page.goto(`${url}/admin/`)

      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      const focused = () => page.evaluate('document.activeElement.id')
      for (let stop = 0; stop < 12 && (await focused()) !== 'search'; stop++) {
        await page.keyboard.press('Tab')
      }
      await page.keyboard.type('AN')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/admin/users/?search=AN')
      await page.getByRole('link', { name: 'ann', exact: true }).focus()
      await page.keyboard.press('Enter')

      await page.waitForURL('**/admin/users/2/')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('ann')
    },
    timeout,
  )

  it.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const)(
    'the admin has no accessibility barrier and no overflow in %s at %i pixels',
    async (colorScheme, width) => {
      const { url, users, tokens, keys, sessions } = await openService()
      const root = await users.find('root')
      const long = 'a-name-that-goes-on-'.repeat(7)
      const ann = await users.create({ username: long, password: null, isActive: false })
      await tokens.getOrCreate(ann)
      const scopes = Array.from({ length: 9 }, (_, index) => `a-scope-that-goes-on:${index}`)
      const expires = new Date('2090-01-31')
      for (const name of ['ci', 'x'.repeat(100), 'a name with blanks '.repeat(5).trim()]) {
        const fields = { name, scopes, expires, allowedAddresses: ['2001:db8:1:2:3:4:5:6'] }
        await keys.create(ann, fields)
      }
      const { apiKey } = await keys.create(ann, { name: 'y'.repeat(100), scopes: ['notes:read'] })
      for (let index = 0; index < 40; index++) {
        await users.create({ username: `robot-${index}`, password: null })
      }
      const page = await openPage({ colorScheme, viewport: { width, height: 900 } })
      await signIn(page, url, await sessions.create(root as never))

      const findings: unknown[] = []
      const check = async (name: string) => {
        await page.evaluate(axe)
        const violations = (await page.evaluate(violationsOfPage)) as Violations
        findings.push(
          ...violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => [name, id, nodes[0]?.html]),
        )
        const overflow = Number(await page.evaluate('document.body.scrollWidth - innerWidth'))
        if (overflow > 0) findings.push([name, 'overflow', overflow])
      }

      const paths = ['', 'users/', 'users/?search=nobody', 'users/?active=no&ordering=-username']
      paths.push('users/add/', 'users/1/', 'users/2/', 'users/3/', 'users/2/password/', 'tokens/')
      paths.push('users/3/deactivate/', 'users/3/end-sessions/', 'users/2/token/revoke/')
      paths.push('keys/', 'keys/?search=nothing', 'keys/?user=2', 'users/2/keys/add/')
      paths.push('users/2/keys/revoke/', `users/2/keys/${apiKey.id}/revoke/`)
      for (const path of [...paths, 'users/999/']) {
        await page.goto(`${url}/admin/${path}`)
        await check(path)
      }
      await page.goto(`${url}/admin/users/add/`)
      await page.getByRole('button', { name: 'Add user' }).click()
      await check('errors')
      await page.goto(`${url}/admin/users/2/`)
      await page.getByRole('button', { name: 'Save' }).click()
      await check('notice')
      await page.getByRole('button', { name: 'Reveal key' }).click()
      await check('key')
      await page.goto(`${url}/admin/users/2/keys/add/`)
      await page.getByRole('button', { name: 'Create API key' }).click()
      await check('errors of an API key')
      await page.getByLabel('Name').fill('z'.repeat(100))
      await page.getByRole('button', { name: 'Create API key' }).click()
      await check('a new API key')

      expect(findings).toEqual([])
    },
    timeout,
  )
})

type Violations = readonly {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}[]

/** All that has passed is left in the page: to bring it here would take longer than to find it. */
const violationsOfPage =
  "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"

const signIn = (page: Page, url: string, { id }: { id: string }) =>
  page.context().addCookies([{ name: 'sessionid', value: id, url }])
