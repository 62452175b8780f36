import { ApiResponse, allowAny, createApi, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/service/config.ts'
import { createService } from '../../../src/service/create-service.ts'
import { defineService } from '../../../src/service/define-service.ts'
import {
  errorPagesOfDevelopment,
  rememberingErrors,
} from '../../../src/service/development/error-pages.ts'
import { createLogger } from '../../../src/service/logging/logger.ts'

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

async function openService() {
  const definition = defineService({
    name: 'test',
    telemetry: [errorPagesOfDevelopment],
    app: ({ settings }) => {
      const api = createApi({
        DEFAULT_PERMISSION_CLASSES: [allowAny],
        CORS_ALLOWED_ORIGINS: ['https://other.test'],
        ...settings,
      })
      return routes(
        api,
        {
          '/broken/': {
            get: () => {
              throw new Error('In a view')
            },
          },
          '/odd/': {
            get: () => {
              throw Object.assign(new Error(), { message: { text: 'no text' } })
            },
          },
          '/chosen/': { get: () => new ApiResponse({ detail: 'chosen' }, 500) },
          '/good/': { get: () => new ApiResponse({ detail: 'good' }) },
        },
        {
          middleware: [
            async (context, next) => {
              if (context.req.query('fail') !== undefined) throw new Error('In a middleware')
              await next()
            },
          ],
        },
      )
    },
  })
  const logger = rememberingErrors(createLogger('silent'))
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEYS: 'x'.repeat(32) })
  const service = await createService(definition, config, { logger, migrate: true })
  onTestFinished(() => service.close())
  return async (path: string, init?: RequestInit, host = 'localhost:8000') =>
    service.app.fetch(
      new Request(`http://${host}${path}`, {
        ...init,
        headers: { Accept: accept, Host: host, ...init?.headers },
      }),
    )
}

describe('the page of an error in development', () => {
  it.each([['localhost:8000'], ['127.0.0.1:8000'], ['127.0.0.2'], ['LOCALHOST'], ['[::1]:8000']])(
    'a page is shown for errors of views and of middleware, under the host %s',
    async (host) => {
      const get = await openService()
      expect(await (await get('/broken/', {}, host)).text()).toContain('In a view')
      expect(await (await get('/good/?fail', {}, host)).text()).toContain('In a middleware')
    },
  )

  it('no page is shown under the name of another host, and none to other sites', async () => {
    const get = await openService()
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test']) {
      expect(await (await get('/broken/', {}, host)).json()).toEqual({
        error: 'Server Error (500)',
      })
    }
    const { headers } = await get('/broken/', { headers: { Origin: 'https://other.test' } })
    expect(headers.get('Content-Type')).toContain('text/html')
    expect(headers.get('Access-Control-Allow-Origin')).toBe(null)
  })

  it.each([['X-Forwarded-For'], ['Forwarded']])(
    'no page is shown through a tunnel, which sends %s',
    async (field) => {
      const get = await openService()
      const answer = await get('/broken/', { headers: { [field]: 'for=203.0.113.9' } })
      expect(await answer.json()).toEqual({ error: 'Server Error (500)' })
    },
  )

  it('an error that cannot be shown has the answer of a service', async () => {
    const get = await openService()
    expect(await (await get('/odd/')).json()).toEqual({ error: 'Server Error (500)' })
  })

  it('leaves other answers, other clients, and a 500 that a handler has chosen as they are', async () => {
    const get = await openService()
    expect(await (await get('/good/')).json()).toEqual({ detail: 'good' })
    expect(await (await get('/chosen/')).json()).toEqual({ detail: 'chosen' })
    const program = await get('/broken/', { headers: { Accept: 'application/json' } })
    expect(await program.json()).toEqual({ error: 'Server Error (500)' })
  })

  it('requests at once have their own errors', async () => {
    const get = await openService()
    const answers = await Promise.all([get('/broken/'), get('/good/?fail'), get('/good/')])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    // The page also has the source, which is this file.
    expect(texts.map((text) => /<p class="message">(.*?)</.exec(text)?.[1])).toEqual([
      'In a view',
      'In a middleware',
      undefined,
    ])
  })
})
