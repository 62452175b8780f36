import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { groupsOf } from '../../site/reference/groups.ts'
import { seriousFindings } from '../browser/notes-site.ts'
import { describeInChromium } from '../support/chromium.ts'
import { builtSite, describeWithSite } from './built-site.ts'
import { type SiteInBrowser, siteInBrowser } from './site-in-browser.ts'

vi.setConfig({ testTimeout: 600_000 })

const pages = [
  '/',
  '/playground/',
  '/errors/',
  '/tutorial/',
  '/api/turnpike/node/interfaces/ServeOptions/',
]
const narrow = { viewport: { width: 390, height: 844 } }

describeWithSite('the built site', () => {
  let folder: string
  beforeAll(async () => {
    folder = await builtSite()
  }, 600_000)

  it('every export has a page in the reference of the API', () => {
    const exports = [...groupsOf().keys()].map((key) => key.split(' '))
    const missing = exports.filter(([subpath = '', name = '']) => {
      const index = readFileSync(join(folder, `api/${subpath}.md`), 'utf8')
      return !new RegExp(`\\[${name}\\]\\(https://`).test(index)
    })
    expect(exports.length).toBeGreaterThan(500)
    expect(missing).toEqual([])
  })

  describeInChromium('the site in a browser', () => {
    let site: SiteInBrowser
    beforeAll(async () => {
      site = await siteInBrowser(folder)
    })
    afterAll(() => site?.close())

    const open: SiteInBrowser['open'] = (path, options) => site.open(path, options)

    it('the sidebar leads to a chapter, and the next page follows it', async () => {
      const { page, complaints } = await open('/')
      const sidebar = page.getByRole('navigation', { name: 'Main' })
      await sidebar.getByText('Lists', { exact: true }).click()
      await sidebar.getByRole('link', { name: 'Pagination', exact: true }).click()
      await page.waitForURL('**/pagination/')

      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Pagination')
      expect(await sidebar.locator('[aria-current=page]').innerText()).toBe('Pagination')
      await page.getByRole('link', { name: 'Next Counted lists' }).click()
      await page.waitForURL('**/counted-lists/')
      expect(complaints).toEqual([])
    })

    it.each([
      ['401', /\/explanations\/why-401-or-403\//, '401'],
      ['cursor', /\/pagination\//, 'cursor'],
      ['lost update', /\/explanations\/lost-updates\//, 'lost'],
      ['kyselyStore', /\/api\/@turnpike\/sql\/functions\/kyselyStore\//, 'kyselyStore'],
    ])('the search for %s finds the page about it', async (query, path, text) => {
      const { page, complaints } = await open('/')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).fill(query)
      const hits = page.locator('.pagefind-ui__result-inner > .pagefind-ui__result-title a')
      // The whole answer is compared, so that a search that finds too little says what it shows.
      const drawer = page.locator('.pagefind-ui__drawer')
      const answer = async () => ({
        complaints,
        hits: await hits.count(),
        text: await drawer.innerText(),
      })
      await expect
        .poll(answer, { timeout: 60_000 })
        .toEqual({ complaints: [], hits: 5, text: expect.any(String) })

      const hrefs = await hits.evaluateAll((links) =>
        links.map((a) => a.getAttribute('href') ?? ''),
      )
      const hit = hrefs.findIndex((href) => path.test(href))
      expect([0, 1, 2, 3], hrefs.join('\n')).toContain(hit)
      await hits.nth(hit).click()
      await page.waitForURL(path)
      expect(await page.locator('main').innerText()).toContain(text)
      expect(complaints).toEqual([])
    })

    it('the theme is that of the system until the reader chooses another', async () => {
      const { page, complaints } = await open('/views/', { colorScheme: 'dark' })
      const theme = () => page.locator('html').getAttribute('data-theme')
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

      expect([await theme(), await paper()]).toEqual(['dark', 'rgb(20, 25, 28)'])
      await page.getByRole('combobox', { name: 'Select theme' }).first().selectOption('light')
      expect([await theme(), await paper()]).toEqual(['light', 'rgb(255, 255, 255)'])
      await page.goto(`${site.url}/errors/`)
      expect(await theme()).toBe('light')
      expect(complaints).toEqual([])
    })

    it('a page has a link to edit its file, and a generated page has none', async () => {
      const { page } = await open('/from-django/')
      const edit = page.getByRole('link', { name: 'Edit page' })
      expect(await edit.getAttribute('href')).toBe(
        'https://github.com/turnpike-api/turnpike/edit/main/docs/from-django.md',
      )
      await page.goto(`${site.url}/api/turnpike/functions/createApi/`)
      expect(await edit.count()).toBe(0)
    })

    it('the menu of a phone has the sidebar, the theme and the version', async () => {
      const { page, complaints } = await open('/views/', narrow)
      const link = page.getByRole('link', { name: 'Upgrading' }).first()
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await link.waitFor()

      expect(await page.getByRole('combobox', { name: 'Select theme' }).last().isVisible()).toBe(
        true,
      )
      expect(await page.getByRole('combobox', { name: 'Version' }).last().isVisible()).toBe(true)
      await link.click()
      await page.waitForURL('**/upgrading/')
      expect(complaints).toEqual([])
    })

    it('the version selector shows the version of the package', async () => {
      const { page } = await open('/')
      const selector = page.getByRole('combobox', { name: 'Version' }).first()
      expect(await selector.locator('option:checked').innerText()).toMatch(/^\d+\.\d+\.\d+/)
      await page.goto(`${site.url}/views/`)
      await selector.evaluate((select) => select.dispatchEvent(new Event('change')))
      await page.waitForURL(`${site.url}/`)
    })

    it('an address without a page answers with the links of the site', async () => {
      const { page } = await open('/no-such-page/')
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('404')
      await page.getByRole('link', { name: 'Turnpike' }).first().click()
      await page.waitForURL(`${site.url}/`)
    })

    it('one sample of the first page is open, as a tab where there is room', async () => {
      const { page } = await open('/', { viewport: { width: 1280, height: 900 } })
      const samples = page.locator('.samples > details')
      const titles = await samples.locator('summary').allInnerTexts()
      expect(titles).toEqual(['Authentication', 'Errors', 'Pagination', 'Throttles'])
      const tops = await samples
        .locator('summary')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)

      await samples.nth(2).locator('summary').click()
      const openOnes = await samples.evaluateAll((all) =>
        all.map((one) => (one as HTMLDetailsElement).open),
      )
      expect(openOnes).toEqual([false, false, true, false])
      expect(await samples.nth(2).locator('pre').first().isVisible()).toBe(true)
      expect(await samples.nth(0).locator('pre').first().isVisible()).toBe(false)
    })

    it.each(pages)('%s fits a phone, and everyone can read it', async (path) => {
      const { page, complaints } = await open(path, narrow)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(narrow.viewport.width)

      expect(await findingsOf(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.reload()
      expect(await findingsOf(page)).toEqual([])
      expect(complaints).toEqual([])
    })
  })
})

/**
 * The findings of axe, as soon as the keyboard can reach the code that scrolls: a script sees to it.
 * Samples of which one is open at a time are all opened.
 */
async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const sample of document.querySelectorAll('details')) {
      sample.removeAttribute('name')
      sample.open = true
    }
  })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('pre')].every(
      (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0,
    ),
  )
  return seriousFindings(page)
}
