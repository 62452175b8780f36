import { describe, expect, it } from 'vitest'
import { createApi, routes } from '../../src/index.ts'

const api = createApi({ LANGUAGES: ['en', 'de'] })
const app = routes(api, { '/hello/': { get: () => Response.json('hello') } })

const get = (path: string, language?: string) =>
  app.request(path, language === undefined ? {} : { headers: { 'Accept-Language': language } })

describe('an API with languages', () => {
  it('answers an unknown URL in the language of the client', async () => {
    const german = await get('/nothing/', 'de-CH')
    expect(await german.json()).toEqual({ detail: 'Nicht gefunden.' })
    expect(german.headers.get('Content-Language')).toBe('de')

    const english = await get('/nothing/')
    expect(await english.json()).toEqual({ detail: 'Not found.' })
    expect(english.headers.get('Content-Language')).toBeNull()
    expect(english.headers.get('Vary')).toBe('Accept-Language')
  })
})
