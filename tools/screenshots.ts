/**
 * Takes the pictures of the docs: `npm run screenshots` with the notes example running, as `npm start`
 * runs it. They are to be looked at before they are committed.
 */
import { chromium, type Page } from 'playwright-core'

const base = process.argv[2] ?? 'http://localhost:8000'
const folder = new URL('../docs/images/', import.meta.url).pathname

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
})

async function picture(
  name: string,
  { colorScheme, width, height }: { colorScheme: 'light' | 'dark'; width: number; height: number },
  show: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height } })
  const page = await context.newPage()
  await page.goto(`${base}/login/`)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${base}/`)
  await show(page)
  await page.screenshot({ path: `${folder}${name}.png` })
  await context.close()
}

async function createKey(
  user: string,
  name: string,
  scopes: readonly string[],
  addresses: string,
  page: Page,
): Promise<void> {
  await page.goto(`${user}keys/add/`)
  await page.getByLabel('Name').fill(name)
  for (const scope of scopes) await page.getByLabel(scope, { exact: true }).check()
  const inHalfAYear = new Date(Date.now() + 180 * 86_400_000)
  await page.getByLabel('Expires', { exact: true }).fill(inHalfAYear.toISOString().slice(0, 10))
  await page.getByLabel('Allowed addresses').fill(addresses)
  await page.getByRole('button', { name: 'Create API key' }).click()
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 800 }

await picture('list', { colorScheme: 'light', ...wide }, (page) =>
  page.goto(`${base}/notes/?search=lantern&priority__gte=3&ordering=-rating`),
)
await picture('form', { colorScheme: 'dark', ...narrow }, async (page) => {
  await page.goto(`${base}/notes/`)
  const add = page.getByRole('region', { name: 'Add' })
  await add.getByLabel('Title').fill(' ')
  await add.getByLabel('Rating').fill('1000')
  await page.getByRole('button', { name: 'Add POST' }).click()
  await page.locator('#add').scrollIntoViewIfNeeded()
  await page.evaluate(() => document.querySelector('#add')?.scrollIntoView())
})
await picture('admin', { colorScheme: 'light', ...wide, height: 1050 }, async (page) => {
  await page.goto(`${base}/admin/users/`)
  await page.getByRole('link', { name: 'ann' }).click()
  const url = page.url()
  if ((await page.getByText('No API key.').count()) > 0) {
    await createKey(url, 'Nightly export', ['notes:read'], '10.0.0.0/8 192.0.2.7', page)
    await createKey(url, 'Deploy', ['notes:read', 'notes:write'], '', page)
  }
  await page.goto(url)
})
await picture('docs', { colorScheme: 'dark', ...wide }, async (page) => {
  await page.goto(`${base}/docs/`)
  await page.locator('.opblock-get').first().click()
  await page.getByText('Parameters').first().waitFor()
})

await browser.close()
