import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { examples } from '../../site/src/playground/examples.ts'
import { describeInChromium } from '../support/chromium.ts'
import { builtSite, describeWithSite } from './built-site.ts'
import { type SiteInBrowser, siteInBrowser } from './site-in-browser.ts'

vi.setConfig({ testTimeout: 600_000 })

describeWithSite('the playground', () => {
  let folder: string
  beforeAll(async () => {
    folder = await builtSite()
  }, 600_000)

  describeInChromium('the playground in a browser', () => {
    let site: SiteInBrowser
    beforeAll(async () => {
      site = await siteInBrowser(folder)
    })
    afterAll(() => site?.close())

    async function open() {
      const { page, complaints } = await site.open('/playground/')
      const answer = page.locator('#answer')
      /** The text of the answer, as soon as there is one. */
      const answered = async () => {
        await page.locator('#send:enabled').waitFor()
        return (await answer.textContent()) ?? ''
      }
      const send = async (label: string) => {
        await page.getByRole('button', { name: label, exact: true }).click()
        return answered()
      }
      const choose = (name: string) =>
        page.getByLabel('Example', { exact: true }).selectOption(name)
      return { page, complaints, answer, send, choose }
    }

    it('each request of each example has the answer that its button says', async () => {
      const { send, choose, complaints } = await open()
      const statuses: Record<string, string> = {}
      for (const { name, requests } of examples) {
        await choose(name)
        for (const { label } of requests) statuses[label] = (await send(label)).split('\n')[0] ?? ''
      }
      for (const [label, status] of Object.entries(statuses)) {
        expect([label, status]).toEqual([label, /\d{3}$/.exec(label)?.[0] ?? status])
      }
      expect(statuses).toMatchObject({
        'With a password': '200',
        'A wrong password': '401',
        'In another language': '400',
        'The newest, by cursor': '200',
        'Four of them are too many': '200',
      })
      // The framework writes its log into the console of the worker.
      const isLog = (line: string) => line.startsWith('warning: sign-in refused')
      expect(complaints.filter((line) => !isLog(line))).toEqual([])
    })

    it('changed code answers, and its errors name the line', async () => {
      const { page, send } = await open()
      const code = page.getByLabel('Code', { exact: true })
      const changed = (await code.inputValue()).replace('username: user.username', 'hello: 42')
      await code.fill(changed)
      expect(await send('With a password')).toContain('"hello": 42')

      await code.fill(`${changed}\nnull.boom\n`)
      const lines = changed.split('\n').length + 1
      expect(await send('Send')).toMatch(new RegExp(`^TypeError: .*\\(line ${lines}\\)$`))
      await code.fill("import { x } from 'left-pad'")
      expect(await send('Send')).toBe('Error: Only turnpike and zod can be imported, not left-pad.')
      await code.fill("import { isNoExport } from 'turnpike'")
      expect(await send('Send')).toContain(
        "'turnpike' does not provide an export named 'isNoExport'",
      )
      await code.fill('export const app = 1')
      expect(await send('Send')).toContain('end it with export default routes(api, { … })')
      await code.fill('const = 1')
      expect(await send('Send')).toContain('SyntaxError')
    })

    it('code that never ends is stopped, and the next code runs', async () => {
      const { page, send, choose } = await open()
      await page.getByLabel('Code', { exact: true }).fill('while (true);\nexport default {}')
      expect(await send('Send')).toBe('It was stopped after 5 seconds.')
      await choose('Not too often')
      const { label } = examples.at(-1)?.requests[0] ?? { label: '' }
      const statuses: string[] = []
      for (let time = 0; time < 4; time++) statuses.push((await send(label)).slice(0, 3))
      expect(statuses).toEqual(['200', '200', '200', '429'])

      await page.getByRole('button', { name: 'Begin again' }).click()
      expect((await send(label)).slice(0, 3)).toBe('200')
    })

    it('an answer is read aloud, and everything is reached by the keyboard', async () => {
      const { page, answer } = await open()
      expect(await answer.getAttribute('role')).toBe('status')
      await page.getByLabel('Example', { exact: true }).focus()
      const reached: string[] = []
      for (let step = 0; step < 14; step++) {
        reached.push(await page.evaluate(() => document.activeElement?.id ?? ''))
        await page.keyboard.press('Tab')
      }
      for (const id of ['example', 'code', 'method', 'path', 'headers', 'body', 'send', 'answer']) {
        expect(reached).toContain(id)
      }
    })
  })
})
