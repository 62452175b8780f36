import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeInChromium, launchChromium } from '@turnpike/test-support/chromium.ts'
import { expect, it } from 'vitest'
import { isUnreadable } from '../../src/reading/recorded-request.ts'
import { answering, startService } from '../two-services.ts'
import { readText } from './read.ts'

describeInChromium('a HAR file that Chromium has recorded', () => {
  it('the requests of a page are read from the HAR file of Chromium as they were sent', async () => {
    const other = await startService(answering('{}', { 'Access-Control-Allow-Origin': '*' }))
    const page = `<!doctype html><title>é</title><script>
      document.cookie = 'flavour=sweet'
      const json = { 'Content-Type': 'application/json' }
      const created = fetch('/notes/', { method: 'POST', headers: json, body: '{"a":"é\\\\""}' })
      // Each answer is read to its end, since an unread one may be missing in the recording.
      const read = (answer) => answer.text()
      created.then(read).then(() => fetch('/notes/?q=é&page=2', { headers: { Accept: 'application/json' } }))
        .then(read).then(() => fetch('${other.origin}/collect')).then(read)
        .then(() => { document.title = 'done' })
    </script>`
    const html = { 'Content-Type': 'text/html; charset=utf-8' }
    const service = await startService((request, response) => {
      if (request.url === '/') answering(page, html)(request, response)
      else if (request.method === 'POST') answering('{"id":17}', {}, 201)(request, response)
      else answering('{}')(request, response)
    })
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-har-'))
    const browser = await launchChromium()
    try {
      const path = join(folder, 'session.har')
      const context = await browser.newContext({ recordHar: { path, content: 'embed' } })
      const tab = await context.newPage()
      await tab.goto(service.href)
      await tab.waitForFunction(() => document.title === 'done')
      await context.close()

      const read = await readText(readFileSync(path))
      const requests = read.flatMap((each) => (isUnreadable(each) ? [] : [each]))
      expect(requests).toHaveLength(read.length)
      const sent = requests.map(({ method, target, host }) => `${method} ${host}${target}`)
      expect(sent).toEqual(
        expect.arrayContaining([
          `GET ${service.host}/`,
          `POST ${service.host}/notes/`,
          `GET ${service.host}/notes/?q=%C3%A9&page=2`,
          `GET ${other.host}/collect`,
        ]),
      )
      const post = requests.find(({ method }) => method === 'POST')
      expect(Buffer.from(post?.body ?? []).toString()).toBe('{"a":"é\\""}')
      expect(post?.createdId).toBe('17')
      const list = requests.find(({ target }) => target.startsWith('/notes/?'))
      const fields = new Map(list?.headers.map(([name, value]) => [name.toLowerCase(), value]))
      expect(fields.get('cookie')).toBe('flavour=sweet')
      expect(fields.get('accept')).toBe('application/json')
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  })
})
