import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { describeInChromium } from '../support/chromium.ts'
import { notesSite, seriousFindings, signIn } from './notes-site.ts'

describeInChromium('the pages in a browser without scripts', () => {
  const site = notesSite()
  const at = (path: string) => site.url + path

  it('pages lead from a refusal over the login back to the requested page', async () => {
    const page = await site.newPage()
    const refused = await page.goto(at('/notes/?page=2'))
    expect(refused?.status()).toBe(401)

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').innerText()).resolves.toBe(
      'Unable to log in with provided credentials.',
    )
    expect(await page.getByLabel('Username').inputValue()).toBe('demo')
    expect(await page.getByLabel('Password').inputValue()).toBe('')

    await page.getByLabel('Password').fill('demo-password')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/notes/?page=2'))
    expect(await page.getByRole('banner').innerText()).toContain('Signed in as demo')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(at('/'))
    expect(await page.getByRole('banner').innerText()).toContain('Not signed in')
    expect((await page.goto(at('/notes/')))?.status()).toBe(401)
  })

  it('a narrow list leads to its form by a link, which a wide one does not need', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/')
    const link = page.getByRole('main').getByRole('link', { name: 'Add', exact: true })
    expect(await link.isVisible()).toBe(false)

    await page.setViewportSize({ width: 390, height: 800 })
    await link.click()
    expect((await page.locator('#add').boundingBox())?.y).toBeLessThan(400)
  })

  it('the button that deletes appears within the window, even at the end of the page', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/1/')
    for (const [width, height] of [
      [900, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.reload()
      await page.getByText('Delete…').click()
      const box = await page.getByRole('button', { name: 'Delete DELETE' }).boundingBox()
      expect(box?.height).toBeGreaterThan(20)
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
    }
  })

  it('10,000 notes can be paged through by the controls', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/')
    const controls = page.getByRole('navigation', { name: 'Pages' })
    const firstId = () => page.locator('tbody th').first().innerText()

    expect(await controls.innerText()).toMatch(/Previous\s*1\s*2\s*3\s*…\s*200\s*Next/)
    expect(await firstId()).toBe('1')
    await controls.getByRole('link', { name: 'Next' }).click()
    expect(await firstId()).toBe('51')
    await controls.getByRole('link', { name: '200' }).click()
    expect(await firstId()).toBe('9951')
    await controls.getByRole('link', { name: 'Previous' }).click()
    expect(await firstId()).toBe('9901')
    expect(await controls.locator('[aria-current]').innerText()).toBe('199')
  })

  it('the table of notes leads to a note, is ordered by its heads, and its JSON is a tab', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/')
    const table = page.getByRole('table', { name: '50 of 10,000 items' })

    await table.getByRole('link', { name: 'rating' }).click()
    expect(new URL(page.url()).search).toBe('?ordering=rating')
    await table.getByRole('columnheader', { name: 'rating' }).getByRole('link').click()
    expect(new URL(page.url()).search).toBe('?ordering=-rating')
    expect(await table.locator('th[aria-sort=descending]').innerText()).toContain('rating')

    expect(await page.locator('pre').isVisible()).toBe(false)
    await page.getByLabel('Table').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('pre').isVisible()).toBe(true)
    expect(await table.isVisible()).toBe(false)

    await page.goto(at('/notes/'))
    await table.getByRole('rowheader').first().getByRole('link').click()
    await page.waitForURL(at('/notes/1/'))
  })

  it('the timeline can be paged through by the controls, and by links in the data', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/timeline/')
    const controls = page.getByRole('navigation', { name: 'Pages' })
    const titles = () => page.locator('tbody').innerText()
    const first = await titles()

    await controls.getByRole('link', { name: 'Next' }).click()
    expect(await titles()).not.toBe(first)
    await page.getByText('JSON', { exact: true }).click()
    await page.locator('pre a', { hasText: 'cursor=' }).last().click()
    expect(await titles()).toContain('The')
  })

  it('a note is added by an invalid and then a valid form, changed and deleted', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/')
    const add = page.getByRole('region', { name: 'Add' })

    await add.getByLabel('Title').fill(' ')
    await add.getByLabel('Body').fill('Two lines\nof text')
    await add.getByLabel('Rating').fill('1000')
    await add.getByRole('button', { name: 'Add' }).click()
    expect(await page.getByRole('heading', { name: '400 Bad Request' }).isVisible()).toBe(true)
    expect(await add.locator('.wrong').count()).toBe(2)
    expect(await add.locator('.wrong', { hasText: 'Title' }).innerText()).toContain(
      'This field may not be blank.',
    )
    expect(await add.getByLabel('Body').inputValue()).toBe('Two lines\nof text')

    await add.getByLabel('Title').fill('Written in a browser')
    await add.getByLabel('Rating').fill('4.5')
    await add.getByRole('button', { name: 'Add' }).click()
    expect(await page.getByRole('heading', { name: '201 Created' }).isVisible()).toBe(true)
    const location = page.locator('dd a')
    const path = await location.innerText()
    await location.click()
    await page.waitForURL(at(path))
    expect(await page.locator('pre').innerText()).toContain('"body": "Two lines\\nof text"')

    const change = page.getByRole('region', { name: 'Change' })
    await change.getByText('Raw', { exact: true }).click()
    await change.getByLabel('Content').fill('{"priority": "high"}')
    await change.getByRole('button', { name: 'Save' }).click()
    expect(await change.getByRole('alert').innerText()).toBe(
      'priority: A valid integer is required.',
    )
    await change.getByLabel('Content').fill('{"priority": 7}')
    await change.getByRole('button', { name: 'Save' }).click()
    expect(await page.locator('pre').innerText()).toContain('"priority": 7')

    const remove = page.getByRole('region', { name: 'Delete' })
    expect(await remove.getByRole('button', { name: 'Delete DELETE' }).isVisible()).toBe(false)
    await remove.getByText('Delete…').click()
    await remove.getByRole('button', { name: 'Delete DELETE' }).click()
    expect(await page.getByRole('heading', { name: '204 No Content' }).isVisible()).toBe(true)
    expect((await page.goto(at(path)))?.status()).toBe(404)
  })

  it('pages can be used by the keyboard alone', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/')

    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Skip to the content',
    )
    const reached: string[] = []
    for (let step = 0; step < 90 && !reached.includes('POST'); step++) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(reached).toEqual(
      expect.arrayContaining(['Sign out', 'Describe OPTIONS', 'View as JSON', 'Add POST']),
    )
  })

  it('pages withstand a page of another origin that sends their forms', async () => {
    const page = await site.newPage({ javaScriptEnabled: true })
    await signIn(page, site, '/')
    const before = await count()
    for (const [path, fields] of [
      ['/notes/', { title: 'Planted' }],
      ['/notes/', { title: 'Planted', _method: 'POST' }],
      ['/notes/1/', { _method: 'DELETE' }],
      ['/notes/', { _method: 'POST', _content: '{"title": "Planted"}' }],
      ['/logout/', {}],
    ] as const) {
      await page.goto(await attackFrom(at(path), fields))
      await page.waitForURL(at(path))
      expect(await page.locator('pre').innerText(), JSON.stringify(fields)).toMatch(
        /CSRF Failed|credentials were not provided/,
      )
    }

    expect(await count()).toBe(before)
    await page.goto(at('/'))
    expect(await page.getByRole('banner').innerText()).toContain('Signed in as demo')

    async function count(): Promise<number> {
      const { rows } = await site.service.db
        .selectFrom('note')
        .select(({ fn }) => fn.countAll().as('count'))
        .execute()
        .then((rows) => ({ rows }))
      return Number(rows[0]?.count)
    }
  })

  it.each(['light', 'dark'] as const)(
    'pages have no serious finding of axe (%s)',
    { timeout: 600_000 },
    async (colorScheme) => {
      const page = await site.newPage({ javaScriptEnabled: true, colorScheme })
      const paths = ['/', '/login/', '/notes/', '/nothing-here', '/logout/']
      const found: Record<string, string[]> = {}
      const look = async (name: string) => {
        found[name] = await seriousFindings(page)
      }
      for (const path of paths) {
        await page.goto(at(path))
        await look(path)
      }
      await signIn(page, site, '/notes/')
      for (const path of ['/', '/notes/', '/notes/1/', '/timeline/', '/whoami/']) {
        await page.goto(at(path))
        await look(`${path} signed in`)
      }
      await page.goto(at('/notes/'))
      await page.getByRole('button', { name: 'Add' }).click()
      await look('an invalid form')
      await page.getByText('Raw', { exact: true }).click()
      await look('the raw form')

      expect(Object.values(found).flat()).toEqual([])
      expect(Object.keys(found)).toHaveLength(12)
    },
  )

  it('the Back button shows nothing of a user who signed out', async () => {
    const page = await site.newPage({ javaScriptEnabled: true })
    await signIn(page, site, '/notes/')
    expect(await page.locator('pre').textContent()).toContain('"results"')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(at('/'))

    await page.goBack()
    expect(await page.locator('body').innerText()).not.toContain('"results"')
    expect(await page.getByRole('banner').innerText()).toContain('Not signed in')
  })

  it('pages keep line breaks as they were written', async () => {
    const page = await site.newPage()
    await signIn(page, site, '/notes/2/')
    const change = page.getByRole('region', { name: 'Change' })
    await change.getByLabel('Body').fill('one\ntwo')
    await change.getByRole('button', { name: 'Save' }).click()

    expect(await page.locator('pre').innerText()).toContain('"body": "one\\ntwo"')
    expect(await change.getByLabel('Body').inputValue()).toBe('one\ntwo')
  })

  it('pages withstand the forms of other pages when the browser keeps a Basic password', async () => {
    const page = await site.newPage({
      javaScriptEnabled: true,
      // As a browser does that has been asked for it once.
      extraHTTPHeaders: { Authorization: `Basic ${btoa('demo:demo-password')}` },
    })
    await page.goto(at('/notes/'))
    expect(await page.getByRole('banner').innerText()).toContain('Signed in as demo')
    for (const fields of [{ title: 'Planted' }, { title: 'Planted', _method: 'POST' }]) {
      await page.goto(await attackFrom(at('/notes/'), fields))
      await page.waitForURL(at('/notes/'))
      expect(await page.locator('pre').innerText()).toContain('CSRF Failed: Origin checking')
    }
    const planted = await site.service.db
      .selectFrom('note')
      .select('id')
      .where('title', '=', 'Planted')
      .execute()
    expect(planted).toEqual([])
  })

  it('pages are printed in dark ink, without controls', async () => {
    const page = await site.newPage({ colorScheme: 'dark' })
    await signIn(page, site, '/notes/1/')
    await page.emulateMedia({ media: 'print' })

    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    expect(ink).toBe('rgb(28, 37, 41)')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('.item').isVisible()).toBe(true)
  })

  it('pages show what is chosen with forced colours', async () => {
    const page = await site.newPage({ forcedColors: 'active' })
    await signIn(page, site, '/notes/')
    const styleOf = (selector: string, name: 'borderBottomColor' | 'backgroundColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], name)

    expect(await styleOf('label[for="add-tab-form"]', 'borderBottomColor')).not.toBe(
      await styleOf('label[for="add-tab-raw"]', 'borderBottomColor'),
    )
    expect(await styleOf('.pages a[aria-current]', 'backgroundColor')).not.toBe(
      await styleOf('.pages a:not([aria-current])', 'backgroundColor'),
    )
  })

  it.each([390, 1280])('fit into a window of %i pixels', async (width) => {
    const page = await site.newPage({ viewport: { width, height: 800 } })
    await signIn(page, site, '/')
    for (const path of ['/', '/notes/', '/notes/1/', '/timeline/', '/nothing-here']) {
      await page.goto(at(path))
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
})

/** The URL of a page of another origin that sends a form as soon as it is opened. */
async function attackFrom(target: string, fields: object): Promise<string> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${name}" value='${value}'>`,
  )
  const body = `<form method="post" action="${target}">${inputs.join('')}</form>
    <script>document.forms[0].submit()</script>`
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
