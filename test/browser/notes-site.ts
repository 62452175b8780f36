import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { serve } from 'turnpike/node'
import { afterAll, beforeAll, vi } from 'vitest'
import { type NotesService, openNotesService } from '../behaviour/notes-service.ts'
import { launchChromium } from '../support/chromium.ts'
import { silentLogger } from '../support/one-view.ts'

// A browser takes its time, above all on a machine that runs other tests beside it.
vi.setConfig({ testTimeout: 600_000 })

export interface NotesSite {
  readonly url: string
  readonly service: NotesService
  /** A page in a browser of its own. Scripts are off: no page needs them. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** The notes example on a port, and a browser, for all tests of a file. */
export function notesSite(): NotesSite {
  const site = {} as { url: string; service: NotesService; newPage: NotesSite['newPage'] }
  let browser: Browser
  let close: () => Promise<void>

  beforeAll(async () => {
    site.service = await openNotesService()
    const server = await serve(site.service.app, {
      port: 0,
      drainDelaySeconds: 0,
      gracePeriodSeconds: 1,
      handleSignals: false,
      logger: silentLogger,
    })
    browser = await launchChromium()
    site.url = server.url.replace(/\/$/, '')
    site.newPage = async (options) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      return page
    }
    close = async () => {
      await browser.close()
      await server.close()
      await site.service.close()
    }
  })
  afterAll(() => close?.())

  return site
}

/** Signs the demo user in, and ends at the path. */
export async function signIn(page: Page, { url }: NotesSite, path = '/'): Promise<void> {
  await page.goto(`${url}/login/?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url + path)
}

/** What axe finds on the page that is serious or critical, by rule and place. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  // All that has passed is left in the page: to bring it here would take longer than to find it.
  const violations = await page.evaluate(async () => {
    const results = await window.axe.run({ resultTypes: ['violations'] })
    return results.violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
    )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
