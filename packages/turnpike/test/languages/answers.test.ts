import { kyselyStore } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ApiException,
  ApiResponse,
  createApi,
  ErrorMessage,
  type ExceptionHandler,
  exceptionHandler,
  jsonRenderer,
  NonFieldError,
  NotFound,
  PermissionDenied,
  pageNumberPagination,
  problemRenderer,
  routes,
  type Settings,
  Throttled,
  ValidationError,
  type ViewOptions,
} from '../../src/index.ts'
import { browsableRenderer, errorPages } from '../../src/pages/index.ts'

const inGerman = { headers: { 'Accept-Language': 'de' } }
const inEnglish = { headers: { 'Accept-Language': 'en' } }

const appOf = (view: ViewOptions, settings: Settings = {}) =>
  routes(createApi({ LANGUAGES: ['en', 'de'], LOGGER: silentLogger, ...settings }), { '/': view })

/** An app whose only view throws this, or what it returns. */
const throwing = (error: unknown, settings: Settings = {}) =>
  appOf(
    {
      get: () => {
        throw typeof error === 'function' ? error() : error
      },
    },
    settings,
  )

describe('the texts of an application', () => {
  const TRANSLATIONS = {
    de: {
      'Back at noon.': 'Mittags wieder da.',
      'Not found.': 'Weg.',
      '{count} copies are left.': {
        one: '{count} Exemplar ist da.',
        other: '{count} Exemplare sind da.',
      },
    },
    sv: { 'Not found.': 'Hittades inte.' },
  }

  it('a text of TRANSLATIONS is sent, and comes before that of Turnpike', async () => {
    const denied = throwing(new PermissionDenied('Back at noon.'), { TRANSLATIONS })
    expect(await (await denied.request('/', inGerman)).json()).toEqual({
      detail: 'Mittags wieder da.',
    })

    const gone = throwing(new NotFound(), { TRANSLATIONS })
    expect(await (await gone.request('/', inGerman)).json()).toEqual({ detail: 'Weg.' })
  })

  it('a message with values has a translation with their plural form', async () => {
    const left = (count: number) =>
      new ValidationError({
        count: new ErrorMessage('{count} copies are left.', 'too_many', { count }),
      })
    for (const [count, text] of [
      [1, '1 Exemplar ist da.'],
      [3, '3 Exemplare sind da.'],
    ] as const) {
      const app = throwing(left(count), { TRANSLATIONS })
      expect(await (await app.request('/', inGerman)).json()).toEqual({ count: text })
      expect(await (await app.request('/')).json()).toEqual({ count: `${count} copies are left.` })
    }
  })

  it('a language without a catalogue of Turnpike has the texts of TRANSLATIONS', async () => {
    const settings = { LANGUAGES: ['en', 'sv'], TRANSLATIONS }
    const inSwedish = { headers: { 'Accept-Language': 'sv' } }
    const known = await throwing(new NotFound(), settings).request('/', inSwedish)
    expect(await known.json()).toEqual({ detail: 'Hittades inte.' })
    expect(known.headers.get('Content-Language')).toBe('sv')

    const unknown = await throwing(new PermissionDenied(), settings).request('/', inSwedish)
    expect(await unknown.json()).toEqual({
      detail: 'You do not have permission to perform this action.',
    })
    expect(unknown.headers.get('Content-Language')).toBeNull()
  })

  it('texts of a schema and of another library are translated if TRANSLATIONS has them', async () => {
    const schema = z.object({
      hour: z.number('Say when.'),
      by: z.string().refine(() => false, 'Back at noon.'),
    })
    const app = appOf(
      { post: async (request) => new ApiResponse(await request.data(schema)) },
      { TRANSLATIONS },
    )
    const response = await app.request('/', {
      method: 'POST',
      headers: { ...inGerman.headers, 'Content-Type': 'application/json' },
      body: '{"hour": "x", "by": "y"}',
    })
    expect(await response.json()).toEqual({ hour: ['Say when.'], by: ['Mittags wieder da.'] })
  })

  it('a handler knows the language and translates texts of its own', async () => {
    const app = appOf(
      {
        get: (request) =>
          new ApiResponse([
            request.language,
            request.translate('Back at noon.'),
            request.translate('{count} copies are left.', { count: 2 }),
            request.translate('Nobody knows {name}.', { name: 'Ann' }),
          ]),
      },
      { TRANSLATIONS },
    )
    expect(await (await app.request('/', inGerman)).json()).toEqual([
      'de',
      'Mittags wieder da.',
      '2 Exemplare sind da.',
      'Nobody knows Ann.',
    ])
    expect(await (await app.request('/')).json()).toEqual([
      'en',
      'Back at noon.',
      '2 copies are left.',
      'Nobody knows Ann.',
    ])
  })

  it.each([
    [{ LANGUAGES: ['en', 'sv'] }, 'LANGUAGES has sv, which comes without texts'],
    [
      { LANGUAGES: ['deutsch!'] },
      'LANGUAGES must be a list of one or more different language tags',
    ],
    [{ TRANSLATIONS: { de: { 'At {hour}.': 'Um {huor}.' } } }, 'has the place {huor}'],
    [
      { TRANSLATIONS: { de: { 'One.': { one: 'Eins.' } } } },
      'must be a string, or an object by plural',
    ],
    [{ TRANSLATIONS: { 'not a tag': {} } }, 'not a tag is not a language tag'],
  ] as const)('the settings %j are refused with what is wrong', (settings, message) => {
    expect(() => createApi(settings as Settings)).toThrow(message)
  })
})

describe('the language of an API', () => {
  it('an API whose first language is German answers in German by default', async () => {
    const app = throwing(new NotFound(), { LANGUAGES: ['de', 'en'] })
    expect(await (await app.request('/')).json()).toEqual({ detail: 'Nicht gefunden.' })
    expect(await (await app.request('/', inEnglish)).json()).toEqual({ detail: 'Not found.' })
  })

  it('an API with one language does not depend on Accept-Language', async () => {
    const response = await throwing(new NotFound(), { LANGUAGES: ['de'] }).request('/', inEnglish)
    expect(await response.json()).toEqual({ detail: 'Nicht gefunden.' })
    expect(response.headers.get('Content-Language')).toBe('de')
    expect(response.headers.get('Vary')).toBe('Accept')
  })

  it('an API without LANGUAGES answers in English, and without Vary', async () => {
    const app = throwing(new NotFound(), { LANGUAGES: ['en'] })
    const response = await app.request('/', inGerman)
    expect(await response.json()).toEqual({ detail: 'Not found.' })
    expect(response.headers.get('Content-Language')).toBeNull()
    expect(response.headers.get('Vary')).toBe('Accept')
  })

  it.each(['x'.repeat(10_000), 'xx,'.repeat(3_000), 'de;q=0', '\u0000', ';;,,==', '*;q=9'])(
    'a hostile Accept-Language is answered in the default language (%#)',
    async (field) => {
      const request = { headers: { 'Accept-Language': field.replace('\0', '') } }
      const response = await throwing(new NotFound()).request('/', request)
      expect(await response.json()).toEqual({ detail: 'Not found.' })
    },
  )
})

describe('the language of a user', () => {
  const scheme = {
    authenticate: ({ headers }: { headers: { get(name: string): string | null } }) => {
      const language = headers.get('X-Language')
      return language === null ? null : { user: { language }, auth: null }
    },
  }
  const app = appOf(
    { authentication: [scheme], get: () => new ApiResponse('here') },
    { USER_LANGUAGE: (user: { language: string }) => user.language },
  )
  const detail = async (headers: Record<string, string>) => {
    const response = await app.request('/', { method: 'DELETE', headers })
    return [await response.json(), response.headers.get('Cache-Control')]
  }

  it.each([
    [{ 'X-Language': 'de' }, 'Die Methode „DELETE“ ist nicht erlaubt.'],
    [{ 'X-Language': 'de-AT', 'Accept-Language': 'en' }, 'Die Methode „DELETE“ ist nicht erlaubt.'],
    [{ 'X-Language': 'en', 'Accept-Language': 'de' }, "Method 'DELETE' not allowed."],
    [{ 'X-Language': 'sv', 'Accept-Language': 'de' }, 'Die Methode „DELETE“ ist nicht erlaubt.'],
    [{ 'X-Language': '', 'Accept-Language': 'de' }, 'Die Methode „DELETE“ ist nicht erlaubt.'],
  ])('the language of a user comes before that of the client: %j', async (headers, text) => {
    // No other user gets it from a cache.
    expect(await detail(headers)).toEqual([{ detail: text }, 'private'])
  })

  it('a request without a user is answered in the language of the client', async () => {
    const [german] = await detail({ 'Accept-Language': 'de' })
    expect(german).toEqual({ detail: 'Die Methode „DELETE“ ist nicht erlaubt.' })
    const [english] = await detail({})
    expect(english).toEqual({ detail: "Method 'DELETE' not allowed." })
  })
})

describe('a translated exception', () => {
  const seen: unknown[] = []
  const EXCEPTION_HANDLER: ExceptionHandler = (error, { request }) => {
    seen.push(error)
    if (!(error instanceof ApiException)) return null
    const { status, detail, codes } = error
    return new ApiResponse({ detail, codes, language: request.language }, status)
  }

  it('an exception handler of the application gets the texts in the language', async () => {
    const app = throwing(() => new NotFound(), { EXCEPTION_HANDLER })
    const response = await app.request('/', inGerman)
    expect(await response.json()).toEqual({
      detail: 'Nicht gefunden.',
      codes: 'not_found',
      language: 'de',
    })
    expect(response.headers.get('Content-Language')).toBe('de')
  })

  it('the copy for a handler is of the same class, with fields, cause, stack and message', async () => {
    class Busy extends Throttled {
      readonly room = 'kitchen'
    }
    const cause = new Error('full')
    const error = new Busy(2, undefined, undefined, { cause })
    const app = throwing(error, { EXCEPTION_HANDLER })
    seen.length = 0
    await app.request('/', inGerman)

    const [copy] = seen as [Busy]
    expect(copy).not.toBe(error)
    expect(copy).toBeInstanceOf(Busy)
    expect(copy).toMatchObject({
      room: 'kitchen',
      wait: 2,
      status: 429,
      name: 'Busy',
      codes: 'throttled',
    })
    expect(copy.cause).toBe(cause)
    expect(copy.stack).toBe(error.stack)
    expect(copy.headers).toEqual({ 'Retry-After': '2' })
    // For the log.
    expect(copy.message).toBe('Request was throttled. Expected available in 2 seconds.')
    expect(copy.detail).toBe(
      'Die Anfrage wurde gedrosselt. Voraussichtlich in 2 Sekunden verfügbar.',
    )
  })

  it('an exception that is thrown again and again stays as it is', async () => {
    const constant = new ValidationError({
      title: [new ErrorMessage('This field is required.', 'required')],
      tags: { 1: ['Not found.'] },
    })
    const before = structuredClone(constant.fullDetails)
    const app = throwing(constant)
    for (const [init, text] of [
      [inGerman, 'Dieses Feld ist erforderlich.'],
      [inEnglish, 'This field is required.'],
      [inGerman, 'Dieses Feld ist erforderlich.'],
    ] as const) {
      expect(await (await app.request('/', init)).json()).toMatchObject({ title: [text] })
    }
    expect(constant.fullDetails).toEqual(before)
    expect(Object.isFrozen(constant.errorDetail)).toBe(false)
  })

  it('an exception without a known text reaches a handler as itself', async () => {
    const error = new PermissionDenied('Nobody has a word for this.')
    seen.length = 0
    const response = await throwing(error, { EXCEPTION_HANDLER }).request('/', inGerman)
    expect(seen).toEqual([error])
    expect(seen[0]).toBe(error)
    expect(response.headers.get('Content-Language')).toBeNull()
  })

  it('an error of no single field is translated under the key of the setting', async () => {
    const app = throwing(new NonFieldError('Invalid input.'), { NON_FIELD_ERRORS_KEY: 'all' })
    expect(await (await app.request('/', inGerman)).json()).toEqual({ all: ['Ungültige Eingabe.'] })
  })

  it('a Content-Language that a handler has set is kept', async () => {
    const handler: ExceptionHandler = (error, context) => {
      const response = exceptionHandler(error, context)
      response?.headers.set('Content-Language', 'de-AT')
      return response
    }
    const app = throwing(new NotFound(), { EXCEPTION_HANDLER: handler })
    const response = await app.request('/', inGerman)
    expect(response.headers.get('Content-Language')).toBe('de-AT')
  })

  it('a web response of a handler is sent as it is', async () => {
    const app = appOf({ get: () => Response.json({ detail: 'Not found.' }, { status: 404 }) })
    const response = await app.request('/', inGerman)
    expect(await response.json()).toEqual({ detail: 'Not found.' })
    expect(response.headers.get('Content-Language')).toBeNull()
  })

  it('an uncaught error is a 500 in the language', async () => {
    const response = await throwing(new Error('secret')).request('/', inGerman)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Serverfehler (500)' })
    expect(response.headers.get('Content-Language')).toBe('de')
  })

  it('a suspicious request is a 400 in the language', async () => {
    const app = appOf(
      { get: () => new ApiResponse('here') },
      { ALLOWED_HOSTS: ['api.example.com'] },
    )
    const response = await app.request('http://other.example.com/', inGerman)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'Ungültige Anfrage (400)' })
  })
})

describe('invalid data in a language', () => {
  const schema = z.object({ title: z.string().max(3) })
  const send = (app: ReturnType<typeof appOf>, init: typeof inGerman) =>
    app.request('/', {
      method: 'POST',
      headers: { ...init.headers, 'Content-Type': 'application/json' },
      body: '{"title": "abcd"}',
    })

  it('the errors that validate() returns to a handler are in the language', async () => {
    const app = appOf({
      post: async (request) => {
        const result = await request.validate(schema)
        return result.valid ? new ApiResponse(null) : new ApiResponse(result.error.fullDetails, 400)
      },
    })
    expect(await (await send(app, inGerman)).json()).toEqual({
      title: [{ message: 'Dieses Feld darf höchstens 3 Zeichen lang sein.', code: 'max_length' }],
    })
  })

  it('an error that validate() has returned may be thrown', async () => {
    const app = appOf({
      post: async (request) => {
        const result = await request.validate(schema)
        if (!result.valid) throw result.error
        return new ApiResponse(null)
      },
    })
    const response = await send(app, inGerman)
    expect(await response.json()).toEqual({
      title: ['Dieses Feld darf höchstens 3 Zeichen lang sein.'],
    })
    expect(response.headers.get('Content-Language')).toBe('de')
  })

  it.each([false, true])(
    'a list view refuses data in the language, with RAISE_VALIDATION_ERRORS %s',
    async (RAISE_VALIDATION_ERRORS) => {
      const api = createApi({ LANGUAGES: ['en', 'de'], RAISE_VALIDATION_ERRORS })
      const database = await openInMemory()
      const { items, create } = kyselyStore(database.db, 'turnpike_user')
      const view = api.listView({
        items: items.orderBy(['id']),
        schema,
        create: () => create({} as never),
        validate: ({ data }) => {
          if (data.title === 'no') throw new NonFieldError('Not found.')
        },
      })
      const app = routes(api, { '/': view })
      const refused = await send(app, inGerman)
      expect(await refused.json()).toEqual({
        title: ['Dieses Feld darf höchstens 3 Zeichen lang sein.'],
      })
      expect(refused.headers.get('Content-Language')).toBe('de')

      const checked = await app.request('/', {
        method: 'POST',
        headers: { ...inGerman.headers, 'Content-Type': 'application/json' },
        body: '{"title": "no"}',
      })
      expect(await checked.json()).toEqual({ non_field_errors: ['Nicht gefunden.'] })
      expect(checked.headers.get('Content-Language')).toBe('de')
      await database.close()
    },
  )
})

describe('caches and languages', () => {
  it('a cached list has Vary, and its refusals are in the language of each client', async () => {
    const database = await openInMemory()
    const api = createApi({ LANGUAGES: ['en', 'de'], CONDITIONAL_REQUESTS: true })
    const { items } = kyselyStore(database.db, 'turnpike_user')
    const view = api.listView({
      items: items.orderBy(['id']),
      pagination: pageNumberPagination({ pageSize: 10 }),
    })
    const app = routes(api, { '/': view })

    const first = await app.request('/', inGerman)
    const second = await app.request('/', inEnglish)
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('Vary')).toBe('Accept, Accept-Language')
    const etag = first.headers.get('ETag') ?? ''
    const again = await app.request('/', {
      headers: { ...inEnglish.headers, 'If-None-Match': etag },
    })
    expect(again.status).toBe(304)
    expect(again.headers.get('Vary')).toBe('Accept, Accept-Language')

    const german = await app.request('/?page=9', inGerman)
    const english = await app.request('/?page=9', inEnglish)
    expect(await german.json()).toEqual({ detail: 'Ungültige Seite.' })
    expect(await english.json()).toEqual({ detail: 'Invalid page.' })
    await database.close()
  })

  it('a refusal that is made once is made once for each language', async () => {
    const app = appOf({ get: () => new ApiResponse('here') })
    const refused = async (init: typeof inGerman) =>
      ((await (await app.request('/', { ...init, method: 'DELETE' })).json()) as { detail: string })
        .detail
    for (let round = 0; round < 3; round++) {
      expect(await refused(inGerman)).toBe('Die Methode „DELETE“ ist nicht erlaubt.')
      expect(await refused(inEnglish)).toBe("Method 'DELETE' not allowed.")
    }
  })
})

describe('problem details in a language', () => {
  it('the title and every detail of problem details are in the language', async () => {
    const app = throwing(new ValidationError({ title: ['This field is required.'] }), {
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer()],
    })
    const response = await app.request('/', {
      headers: { ...inGerman.headers, Accept: 'application/json, application/problem+json' },
    })
    expect(await response.json()).toEqual({
      title: 'Ungültige Anfrage',
      status: 400,
      detail: 'Ungültige Eingabe.',
      code: 'invalid',
      errors: [{ detail: 'Dieses Feld ist erforderlich.', code: 'invalid', pointer: '#/title' }],
    })
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Language')
  })
})

describe('pages in a language', () => {
  const page = { headers: { ...inGerman.headers, Accept: 'text/html' } }
  const api = createApi({
    LANGUAGES: ['en', 'de'],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
  })
  const app = routes(
    api,
    {
      '/gone/': {
        get: () => {
          throw new NotFound()
        },
      },
    },
    errorPages(),
  )

  it('a page names its language', async () => {
    const response = await app.request('/gone/', page)
    expect(response.headers.get('Content-Language')).toBe('de')
    const text = await response.text()
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Zum Inhalt springen')
    expect(text).toContain('Nicht gefunden.')
  })

  it('an error page outside of views is in the language', async () => {
    const response = await app.request('/nothing/', page)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Language')).toBe('de')
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Language')
    expect(await response.text()).toContain('Unter dieser Adresse gibt es keine Seite.')

    const json = await app.request('/nothing/', inGerman)
    expect(await json.json()).toEqual({ detail: 'Nicht gefunden.' })
  })

  it('an error view of the application gets the language', async () => {
    const own = routes(
      api,
      {},
      {
        notFound: (_request, { language, usual }) => {
          const answer = usual()
          answer.headers.set('X-Language', language)
          return answer
        },
      },
    )
    const response = await own.request('/nothing/', inGerman)
    expect(response.headers.get('X-Language')).toBe('de')
    expect(await response.json()).toEqual({ detail: 'Nicht gefunden.' })
  })
})
