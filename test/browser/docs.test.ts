import { createService, readConfig, type Service } from '@turnpike/service'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Server, serve } from 'turnpike/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demo, seed } from '../../examples/notes/seed.ts'
import notes from '../../examples/notes/service.ts'
import { describeInChromium, launchChromium } from '../support/chromium.ts'
import { silentLogger } from '../support/one-view.ts'

describeInChromium('the documentation page', () => {
  let browser: Browser
  let service: Service
  let server: Server
  let url: string
  let key: string

  beforeAll(async () => {
    const config = readConfig({
      DATABASE_URL: 'sqlite::memory:',
      DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=none',
    })
    service = await createService(notes, config, { logger: silentLogger, migrate: true })
    const user = await seed(service.db, service.users)
    key = (await service.tokens.getOrCreate(user)).key
    server = await serve(service.app, {
      port: 0,
      handleSignals: false,
      drainDelaySeconds: 0,
      gracePeriodSeconds: 1,
      logger: silentLogger,
    })
    url = new URL(server.url).origin
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await service?.close()
  })

  /** The page, and what a browser complained of or asked others for meanwhile. */
  async function open(options: BrowserContextOptions = {}, path = '/docs/') {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // Hints of the browser to authors are verbose.
      if ((message.type() as string) !== 'verbose')
        complaints.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== url) {
        complaints.push(`asked ${request.url()}`)
      }
    })
    await page.goto(new URL(path, url).href)
    return { page, complaints }
  }

  const listNotes = '#operations-notes-notes_list'
  const createNote = '#operations-notes-notes_create'

  /** Fills in the credentials of one scheme. */
  async function authorize(page: Page, scheme: string, fields: Record<string, string>) {
    await page.click('.auth-wrapper .btn.authorize')
    const form = page.locator('.auth-container', {
      has: page.locator(`h4 code:text-is("${scheme}")`),
    })
    for (const [field, value] of Object.entries(fields)) await form.locator(field).fill(value)
    await form.locator('.btn.authorize').click()
    await page.click('.close-modal')
  }

  /** Opens an operation and sends it as it is. */
  async function execute(page: Page, operation: string): Promise<string> {
    await page.click(`${operation} .opblock-summary-control`)
    await page.click(`${operation} .try-out__btn`)
    await page.click(`${operation} .btn.execute`)
    const answer = page.locator(`${operation} .live-responses-table .response .response-col_status`)
    await answer.waitFor()
    return (await answer.innerText()).trim()
  }

  it('the documentation page loads without an error and without a request elsewhere', {
    timeout: 600_000,
  }, async () => {
    const { page, complaints } = await open()
    await page.waitForSelector(listNotes)
    expect(await page.title()).toBe('API documentation · Notes')
    expect(await page.locator('.opblock').count()).toBeGreaterThan(10)
    await page.click(`${createNote} .opblock-summary-control`)
    await page.waitForSelector(`${createNote} .responses-table`)
    expect(complaints).toEqual([])
  })

  it('the documentation page takes no session cookie, and leads to the login page', {
    timeout: 600_000,
  }, async () => {
    const { page, complaints } = await open()
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const session = page.locator('.auth-container', { hasText: 'session (cookie)' })
    expect(await session.innerText()).toContain('browsers send its cookie by themselves')
    expect(await session.locator('input').count()).toBe(0)
    expect(await session.getByRole('button', { name: 'Apply credentials' }).isVisible()).toBe(false)
    expect(complaints).toEqual([])

    await session.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/login/?next=%2Fdocs%2F`)
  })

  it('takes the key of a token alone, and shows what is answered', {
    timeout: 600_000,
  }, async () => {
    const { page, complaints } = await open()
    await authorize(page, 'token', { '#api_key_value': key })

    expect(await execute(page, listNotes)).toBe('200')
    const body = page.locator(`${listNotes} .live-responses-table .microlight`).first()
    expect(await body.innerText()).toContain('"results"')
    expect(complaints).toEqual([])
  })

  it('a padlock is closed while credentials are missing, and open afterwards', {
    timeout: 600_000,
  }, async () => {
    const { page } = await open()
    await page.waitForSelector(listNotes)
    const areClosed = () =>
      Promise.all(
        ['.auth-wrapper .btn.authorize', `${listNotes} .authorization__btn`].map(async (place) =>
          // Only the closed one has a hole between its shackle and its body.
          (await page.locator(`${place} svg path`).getAttribute('d'))?.includes('zM12 8H8'),
        ),
      )
    expect(await areClosed()).toEqual([true, true])

    await authorize(page, 'token', { '#api_key_value': key })
    expect(await areClosed()).toEqual([false, false])
  })

  it('says who is signed in, and signs out', async () => {
    const { page, complaints } = await open({}, '/login/?next=%2Fdocs%2F')
    await page.getByLabel('Username').fill(demo.username)
    await page.getByLabel('Password').fill(demo.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/docs/`)
    expect(await page.locator('.banner').innerText()).toContain(`Signed in as ${demo.username}`)

    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${url}/`)
    expect(await page.locator('.banner').innerText()).toContain('Not signed in')
    expect(complaints).toEqual([])
  })

  it('the documentation page takes a username and a password', async () => {
    const { page } = await open()
    await authorize(page, 'basic', {
      '#auth-basic-username': demo.username,
      '#auth-basic-password': demo.password,
    })
    expect(await execute(page, listNotes)).toBe('200')
  })

  it('sends the CSRF token of a browser that is signed in', async () => {
    const { page } = await open()
    const user = await service.users.find(demo.username)
    if (user === null) throw new Error('The user of the example is missing.')
    const { id } = await service.sessions.create(user)
    await page.context().addCookies([{ name: 'sessionid', value: id, url, httpOnly: true }])

    expect(await execute(page, listNotes)).toBe('200')
    expect(await execute(page, createNote)).toBe('201')
  })

  it('shows the answer of a refusal', async () => {
    const { page } = await open()
    expect(await execute(page, '#operations-login-login_create')).toBe('403')
  })

  it('says what it is without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    expect(await page.locator('h1').innerText()).toBe('API documentation')
    await page.click('main a')
    expect(new URL(page.url()).pathname).toBe('/openapi.json')
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'the documentation page has no accessibility barrier: %s, %i px',
    { timeout: 600_000 },
    async (colorScheme, width) => {
      const { page } = await open({ colorScheme, viewport: { width, height: 900 } })
      await page.waitForSelector(createNote)
      await page.click(`${createNote} .opblock-summary-control`)
      await page.waitForSelector(`${createNote} .responses-table`)

      // The page's own policy forbids scripts of others, so the checks are put in by the debugger.
      await page.evaluate(axe.source)
      const found = await page.evaluate(async (known) => {
        const { axe: checks } = globalThis as unknown as { axe: typeof axe }
        const { violations } = await checks.run({ resultTypes: ['violations'] })
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
          .filter((finding) => !known.some((start) => finding.startsWith(start)))
      }, ofTheViewer)
      expect(found).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    },
  )
})

/** Findings in the markup of the viewer, which no style can change. */
const ofTheViewer = [
  // The path of an operation is a link inside of the button that opens it; both can be reached by keyboard.
  'nested-interactive: <button aria-expanded',
]
