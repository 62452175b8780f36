import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../support/chromium.ts'
import { notesSite, signIn } from './notes-site.ts'

/** The client as a script of a page. */
let script = ''
beforeAll(async () => {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../../packages/client/src/index.ts'),
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'turnpike', minify: true })
  script = output[0].code
})

describeInChromium('the client in a page', () => {
  const site = notesSite()

  it('a client in a page writes with the CSRF token of its session', async () => {
    const page = await site.newPage({ javaScriptEnabled: true, bypassCSP: true })
    await signIn(page, site, '/notes/')
    await page.evaluate(script)
    const result = await page.evaluate(`(async () => {
      const { createClient, session } = turnpike
      const client = createClient({ url: '/', credentials: session() })
      const without = createClient({ url: '/', credentials: { apply() {}, cookies: 'include' } })
      const note = await client.notes.create({ title: 'By a script' }).orThrow()
      const refused = await without.notes.create({ title: 'Without a token' })
      const first = await client.notes.page().orThrow()
      const gone = await client.notes.delete(note.id)
      return [note.title, refused.error.code, first.results.length, gone.ok]
    })()`)
    expect(result).toEqual(['By a script', 'csrf_failed', 50, true])
  })
})
