import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { staticHost } from './static-host.ts'

/** A page, and what the browser complained of or asked other hosts for. */
export interface OpenPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** A built site on a host of its own, in a browser. */
export interface SiteInBrowser {
  readonly url: string
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>
  close(): Promise<void>
}

export async function siteInBrowser(folder: string): Promise<SiteInBrowser> {
  const host = await staticHost(folder)
  const browser: Browser = await launchChromium()
  return {
    url: host.url,

    async open(path, options = {}) {
      const context = await browser.newContext({ colorScheme: 'light', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol !== 'data:' && origin !== host.url) complaints.push(`asked ${request.url()}`)
      })
      await page.goto(host.url + path)
      return { page, complaints }
    },

    async close() {
      await browser.close()
      host.close()
    },
  }
}
