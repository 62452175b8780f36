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
  await page.getByRole('button', { name: 'POST' }).click()
  await page.locator('#add').scrollIntoViewIfNeeded()
  await page.evaluate(() => document.querySelector('#add')?.scrollIntoView())
})
await picture('admin', { colorScheme: 'light', ...wide }, async (page) => {
  await page.goto(`${base}/admin/users/`)
  await page.getByRole('link', { name: 'ann' }).click()
})
await picture('docs', { colorScheme: 'dark', ...wide }, async (page) => {
  await page.goto(`${base}/docs/`)
  await page.locator('.opblock-get').first().click()
  await page.getByText('Parameters').first().waitFor()
})

await browser.close()
