import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { arrayStore, charField, createApi, routes } from '../../../src/index.ts'
import { nginxMissing, startNginx } from '../../authentication/nginx.ts'
import { startServer } from '../../node/test-server.ts'

async function start(directives: string) {
  const api = createApi({ CONDITIONAL_REQUESTS: true })
  const store = arrayStore([{ id: 1, title: 'x'.repeat(500) }])
  const view = api.detailView({ store, schema: z.object({ title: charField() }) })
  const app = routes(api, { '/notes/:id/': view })
  const { url } = await startServer((request, environment) => app.fetch(request, environment))
  return new URL('/notes/1/', await startNginx(`${directives} proxy_pass ${url};`, {}))
}

const compressing = 'gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1;'

const read = (url: URL, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { 'Accept-Encoding': 'gzip', ...headers } })

const change = (url: URL, tag: string) =>
  fetch(url, {
    method: 'PATCH',
    headers: { 'If-Match': tag, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'two' }),
  })

describe.skipIf(nginxMissing !== null)('tags behind nginx', () => {
  it('nginx that compresses makes a tag weak: it goes on saving transfers, and fails writes until W/ is removed', async () => {
    const url = await start(compressing)
    const response = await read(url)
    const tag = response.headers.get('ETag') ?? ''

    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect((await read(url, { 'If-None-Match': tag })).status).toBe(304)
    const refused = await change(url, tag)
    expect(refused.status).toBe(412)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('without W/') })
    expect((await change(url, tag.slice(2))).status).toBe(200)
  })

  it('nginx that does not compress leaves tags strong', async () => {
    for (const [directives, encoding] of [
      ['', 'gzip'],
      [compressing, 'identity'],
    ] as const) {
      const url = await start(directives)
      const response = await read(url, { 'Accept-Encoding': encoding })
      const tag = response.headers.get('ETag') ?? ''

      expect(tag).toMatch(/^"[\w-]{22}"$/)
      expect((await change(url, tag)).status).toBe(200)
    }
  })
})
