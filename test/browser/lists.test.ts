import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import {
  arrayStore,
  charField,
  choiceField,
  choiceFilter,
  createApi,
  customFilter,
  dateFilter,
  dateTimeField,
  exactFilter,
  integerField,
  isNullFilter,
  jsonRenderer,
  pageNumberPagination,
  rangeFilter,
  routes,
} from 'turnpike'
import { serve } from 'turnpike/node'
import { browsableRenderer } from 'turnpike/pages'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { describeInChromium, launchChromium } from '../support/chromium.ts'
import { silentLogger } from '../support/one-view.ts'
import { seriousFindings } from './notes-site.ts'

vi.setConfig({ testTimeout: 600_000 })

const titles = ['<script>alert(1)</script>', '\u202Egnp.exe', 'x'.repeat(300), '']

const books = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  title: titles[index] ?? `Volume ${index}`,
  size: index % 2 === 0 ? ('small' as const) : ('large' as const),
  pages: 100 + index,
  owner: index % 3 === 0 ? null : index,
  created: new Date(Date.UTC(2026, 0, 1 + index, 10)).toISOString(),
  shelf: { row: index, tags: ['a', 'b'] },
  ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`extra_${n}`, `value ${n}`])),
}))

const schema = z.object({
  title: charField({ maxLength: 200 }),
  size: choiceField(['small', 'large']),
  pages: integerField(),
  owner: integerField().nullable(),
  created: dateTimeField(),
})

function application() {
  const api = createApi({
    LOGGER: silentLogger,
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
    DEFAULT_PAGINATION_CLASS: pageNumberPagination({ pageQueryParam: 'p' }),
    PAGE_SIZE: 10,
  })
  const items = arrayStore(books).items
  return routes(api, {
    '/books/': api.listView({
      name: 'Books',
      items,
      schema,
      create: () => {
        throw new Error('Nothing is added here.')
      },
      location: ({ id }) => `/books/${id}/`,
      orderingFilter: { fields: ['id', 'pages', 'created'] },
      search: { fields: ['title'] },
      filters: {
        size: choiceFilter(['small', 'large']),
        pages: rangeFilter(integerField()),
        created: dateFilter(dateTimeField()),
        owner: [exactFilter(integerField()), isNullFilter()],
        near: customFilter({
          parameters: z.object({ near: charField() }),
          condition: () => null,
        }),
      },
    }),
    '/books/:id/': api.detailView({ name: 'Book', find: ({ params }) => ({ id: params.id }) }),
  })
}

describeInChromium('the page of a list in a browser without scripts', () => {
  let browser: Browser
  let url = ''
  let close: () => Promise<void>

  beforeAll(async () => {
    const server = await serve(application(), {
      port: 0,
      drainDelaySeconds: 0,
      gracePeriodSeconds: 1,
      handleSignals: false,
      logger: silentLogger,
    })
    browser = await launchChromium()
    url = server.url.replace(/\/$/, '')
    close = async () => {
      await browser.close()
      await server.close()
    }
  })
  afterAll(() => close?.())

  async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(url + path)
    return page
  }
  const queryOf = (page: Page) =>
    [...new URL(page.url()).searchParams].filter(([, value]) => value !== '')
  const idsOf = async (page: Page) => (await page.locator('tbody th').allInnerTexts()).map(Number)

  it('a list is searched, filtered, ordered, paged and cleared, each keeping the others', async () => {
    const page = await open('/books/?p=2')
    const form = page.getByRole('search', { name: 'Search and filters' })

    await form.getByLabel('Search').fill('volume')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=volume/)
    expect(queryOf(page)).toEqual([['search', 'volume']])

    await form.getByText('Filters', { exact: true }).click()
    await form
      .getByRole('group', { name: 'Size' })
      .getByLabel('Is', { exact: true })
      .selectOption('small')
    await form.getByRole('group', { name: 'Created' }).getByLabel('From').fill('2026-01-09T00:00')
    await form.getByRole('group', { name: 'Pages' }).getByLabel('At most').fill('128')
    await form.getByRole('button', { name: 'Filter' }).click()
    const filters = [
      ['search', 'volume'],
      ['size', 'small'],
      ['pages__lte', '128'],
      ['created__gte', '2026-01-09T00:00'],
    ]
    expect(queryOf(page)).toEqual(filters)
    expect(await page.getByRole('table').locator('caption').innerText()).toBe(
      '10 of 11 items Times in UTC',
    )
    expect(await form.locator('summary').innerText()).toContain('size=small, pages__lte=128')

    await page.getByRole('columnheader', { name: 'pages' }).getByRole('link').click()
    await page.getByRole('columnheader', { name: 'pages' }).getByRole('link').click()
    expect((await idsOf(page)).slice(0, 2)).toEqual([29, 27])
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Next' })
      .click()
    expect(await idsOf(page)).toEqual([9])
    expect(queryOf(page)).toEqual(
      expect.arrayContaining([...filters, ['ordering', '-pages'], ['p', '2']]),
    )

    await form.getByRole('link', { name: 'Clear' }).click()
    expect(queryOf(page)).toEqual([['ordering', '-pages']])
    expect(await page.getByRole('table').locator('caption').innerText()).toBe(
      '10 of 30 items Times in UTC',
    )
  })

  it('a refused value is shown with its error, which is corrected in place', async () => {
    const page = await open('/books/?pages__gte=many&created__lte=tomorrow&ordering=-id')
    const pages = page.getByRole('group', { name: 'Pages' }).getByLabel('At least')
    expect(await pages.inputValue()).toBe('many')
    expect(await page.locator('.wrong').allInnerTexts()).toEqual([
      expect.stringContaining('A valid integer is required.'),
      expect.stringContaining('Until'),
    ])

    await pages.fill('120')
    await page.getByRole('group', { name: 'Created' }).getByLabel('Until').fill('')
    await page.keyboard.press('Enter')
    await page.waitForURL(/pages__gte=120/)
    expect(await idsOf(page)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21])
  })

  it('the table scrolls by the keyboard, and its rows lead to the items', async () => {
    const page = await open('/books/', { viewport: { width: 390, height: 800 } })
    const table = page.getByRole('region', { name: '10 of 30 items' })
    await table.focus()
    await page.keyboard.press('End')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)

    await table.getByRole('link', { name: '3', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/books/3/')
  })

  it('texts of other people stay texts', async () => {
    const page = await open('/books/', { javaScriptEnabled: true })
    page.on('dialog', () => expect.unreachable('A script ran.'))
    const cells = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    expect(cells.slice(0, 4)).toEqual([
      '<script>alert(1)</script>',
      '\\u202egnp.exe',
      `${'x'.repeat(120)}…`,
      '""',
    ])
  })

  it.each([360, 1280])('the page of a list fits into a window of %i pixels', async (width) => {
    const page = await open('/books/', { viewport: { width, height: 800 } })
    for (const path of ['/books/', '/books/?search=nothing', '/books/?pages__gte=many']) {
      await page.goto(url + path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })

  it.each(['light', 'dark'] as const)(
    'the page of a list has no serious finding of axe (%s)',
    async (colorScheme) => {
      const page = await open('/books/', { javaScriptEnabled: true, colorScheme })
      expect(await seriousFindings(page)).toEqual([])
      await page.getByText('Filters', { exact: true }).click()
      await page.getByText('JSON', { exact: true }).click()
      expect(await seriousFindings(page)).toEqual([])
      await page.goto(`${url}/books/?pages__gte=many`)
      expect(await seriousFindings(page)).toEqual([])
      await page.goto(`${url}/books/?search=nothing`)
      expect(await seriousFindings(page)).toEqual([])
    },
  )
})
