import { describe, expect, it } from 'vitest'
import { type Build, replay, type Service } from './replay.ts'
import type { Exchange, Scenario, World } from './scenario.ts'

const world: World = {
  base_url: 'http://testserver',
  client: '127.0.0.1',
  cookies: { session: 'sessionid', csrf: 'csrftoken' },
  csrf: { header: 'X-CSRFToken', field: 'csrfmiddlewaretoken' },
  users: [],
  tokens: [],
  sets: {},
}

const get = (path: string, rest: Partial<Exchange> = {}): Exchange => ({
  name: path,
  request: { method: 'GET', path },
  response: { status: 200 },
  ...rest,
})

const scenarioOf = (exchanges: Exchange[]): Scenario => ({
  name: 'made up',
  about: '',
  settings: {},
  views: [],
  exchanges,
})

const play = async (service: Service, ...exchanges: Exchange[]) =>
  (await replay(scenarioOf(exchanges), world, () => service)).map(({ differences }) => differences)

/** Three pages of one item; `/first` is the first one. */
const pages: Service = ({ url }) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1)
  const next = page < 3 ? `http://testserver/pages?page=${page + 1}` : null
  return Response.json({ next, results: [{ id: page }] }, { headers: { 'X-Page': `${page}` } })
}

describe('replaying a scenario', () => {
  it('passes when every answer is as expected', async () => {
    const json = { next: { $type: 'string' }, results: [{ id: 1 }] }

    expect(await play(pages, get('/pages', { response: { status: 200, json } }))).toEqual([[]])
  })

  it('fails an exchange whose answer differs, and no other', async () => {
    const wrong = get('/pages', { response: { status: 404 } })

    expect(await play(pages, get('/pages'), wrong, get('/pages'))).toEqual([
      [],
      ['status: expected 404, came 200'],
      [],
    ])
  })

  it('fails an exchange that raises an error, and no other', async () => {
    const service: Service = ({ url }) => {
      if (url.endsWith('/broken')) throw new Error('out of order')
      return new Response()
    }

    expect(await play(service, get('/broken'), get('/'))).toEqual([
      ['an error came: Error: out of order'],
      [],
    ])
  })

  it('fails every exchange when the service cannot be built', async () => {
    const build: Build = () => {
      throw new Error('no such view')
    }
    const results = await replay(scenarioOf([get('/a'), get('/b')]), world, build)

    expect(results.map(({ name, differences }) => [name, ...differences])).toEqual([
      ['/a', 'the service cannot be built: Error: no such view'],
      ['/b', 'the service cannot be built: Error: no such view'],
    ])
  })

  it('uses saved values in later exchanges', async () => {
    const results = await play(
      pages,
      get('/pages', {
        save: { next: '$.next', page: { header: 'X-Page', re: '(\\d+)' } },
      }),
      get('{next}', {
        response: { status: 200, json: { next: { $type: 'string' }, results: [{ id: 2 }] } },
      }),
      get('/pages?page={page}', {
        save: { number: { json: '$.next', re: 'page=(\\d)' } },
        response: { status: 200, headers: { 'X-Page': '1' } },
      }),
      get('/pages?page={number}', { response: { status: 200, headers: { 'X-Page': '2' } } }),
    )

    expect(results.flat()).toEqual([])
  })

  it('fails when there is nothing to save', async () => {
    expect(await play(pages, get('/pages', { save: { back: '$.previous' } }))).toEqual([
      ['nothing to save as back'],
    ])
  })

  it('keeps cookies in the jar that is named, and in no other', async () => {
    const service: Service = ({ headers }) =>
      new Response(headers.get('Cookie'), { headers: { 'Set-Cookie': 'sessionid=abc' } })
    const visit = (cookies: string | null, contains: string[]): Exchange => ({
      name: 'visit',
      request: { method: 'GET', path: '/', ...(cookies !== null && { cookies }) },
      response: {
        status: 200,
        ...(contains.length > 0 ? { text: { contains } } : { empty: true }),
      },
    })

    const results = await play(
      service,
      visit(null, []),
      visit('ann', []),
      visit('ben', []),
      visit('ann', ['sessionid=abc']),
      visit(null, []),
    )
    expect(results.flat()).toEqual([])
  })

  it('saves cookies of the jar', async () => {
    const service: Service = ({ url }) =>
      new Response(null, {
        headers: url.endsWith('/set') ? { 'Set-Cookie': 'csrftoken=abc' } : { Url: url },
      })
    const results = await play(
      service,
      {
        ...get('/set'),
        request: { method: 'GET', path: '/set', cookies: 'jar' },
        save: { token: 'cookie:csrftoken' },
      },
      get('/{token}', { response: { status: 200, headers: { Url: 'http://testserver/abc' } } }),
    )

    expect(results.flat()).toEqual([])
  })

  it('sets the clock, which stands still until it is set again', async () => {
    const times: number[] = []
    const build: Build = (_world, _scenario, clock) => () => {
      times.push(clock.seconds)
      return new Response()
    }
    const at = (seconds: number): Exchange => ({
      ...get('/'),
      request: { method: 'GET', path: '/', at: seconds },
    })
    await replay(scenarioOf([get('/'), at(0.5), get('/'), at(60)]), world, build)

    expect(times).toEqual([0, 0.5, 0.5, 60])
  })
})

describe('a walk', () => {
  const walk = { follow: '$.next' }

  it('a walk goes on until there is no next page', async () => {
    const exchange = get('/pages', {
      walk,
      save: { last: { header: 'X-Page', re: '(.*)' } },
      response: { status: 200, walk: { pages: 3, ids: [1, 2, 3] } },
    })
    const afterwards = get('/pages?page={last}', {
      response: { status: 200, headers: { 'X-Page': '3' } },
    })

    expect(await play(pages, exchange, afterwards)).toEqual([[], []])
  })

  it('fails when it meets other items or another number of pages', async () => {
    const exchange = (expected: object) =>
      get('/pages', { walk, response: { status: 200, walk: expected } })

    const results = await play(pages, exchange({ pages: 2 }), exchange({ ids: [1, 2] }))
    expect(results.map((differences) => differences.length)).toEqual([1, 1])
  })

  it('sends the same headers to every page', async () => {
    const service: Service = (request, ...known) =>
      request.headers.get('X-Username') === 'ann'
        ? pages(request, ...known)
        : new Response('', { status: 401 })
    const exchange: Exchange = {
      name: 'walk',
      request: { method: 'GET', path: '/pages', headers: { 'X-Username': 'ann' } },
      walk,
      response: { status: 200, walk: { pages: 3 } },
    }

    expect(await play(service, exchange)).toEqual([[]])
  })

  it('fails when it never ends', async () => {
    const endless: Service = () => Response.json({ next: 'http://testserver/', results: [] })

    expect(await play(endless, get('/', { walk }))).toEqual([
      ['an error came: Error: no end after 1000 pages'],
    ])
  })
})
