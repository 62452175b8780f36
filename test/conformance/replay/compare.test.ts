import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'
import { answerDifferences, headerDifferences, textDifferences } from './compare.ts'
import type { ExpectedResponse } from './scenario.ts'

const compare = async (expected: ExpectedResponse, ...responses: Response[]) =>
  answerDifferences(expected, await Promise.all(responses.map(readAnswer)), new Map())

describe('comparing an answer', () => {
  const answer = () =>
    Response.json({ id: 1 }, { status: 201, headers: { Allow: 'GET, HEAD, OPTIONS' } })

  it('compares only what is listed', async () => {
    expect(await compare({ status: 201 }, answer())).toEqual([])
    expect(await compare({ status: 201, json: { id: 1 } }, answer())).toEqual([])
  })

  it.each([
    ['another status', { status: 200 }],
    ['another header', { status: 201, headers: { allow: 'GET' } }],
    ['another body', { status: 201, json: { id: 2 } }],
    ['null as the body', { status: 201, json: null }],
    ['another text', { status: 201, text: { contains: ['nothing of it'] } }],
    ['a body that should be empty', { status: 201, empty: true }],
    ['a cookie that is not set', { status: 201, cookies: { sessionid: 'set' } }],
  ] satisfies [string, ExpectedResponse][])(
    'comparing an answer reports %s',
    async (_name, expected) => {
      expect(await compare(expected, answer())).toHaveLength(1)
    },
  )

  it('comparing an answer reports a body that is not JSON', async () => {
    const html = new Response('<html>', { status: 200 })

    expect(await compare({ status: 200, json: {} }, html)).toEqual([
      'body: expected JSON, {}, came "<html>"',
    ])
  })

  it('comparing an answer accepts an empty body when one is expected', async () => {
    expect(
      await compare({ status: 204, empty: true }, new Response(null, { status: 204 })),
    ).toEqual([])
  })

  it('comparing an answer reports all differences together', async () => {
    expect(await compare({ status: 200, json: { id: 2, more: 3 } }, answer())).toHaveLength(3)
  })
})

describe('comparing a header', () => {
  it.each([
    [null, null, true],
    [null, 'Token', false],
    ['Token', 'Token', true],
    ['Token', 'token', false],
    ['Token', null, false],
    [{ $re: '^text/html' }, 'text/html; charset=utf-8', true],
    [{ $re: '^text/html' }, 'application/json', false],
    [{ $re: '' }, null, false],
    [{ $tokens: ['GET', 'HEAD'] }, 'head, GET', true],
    [{ $tokens: ['GET'] }, 'GET, HEAD', false],
    [{ $tokens: ['GET', 'HEAD'] }, 'GET', false],
    [{ $tokens: [] }, null, false],
    [{ $has_tokens: ['Accept'] }, 'Cookie, accept', true],
    [{ $has_tokens: ['Accept'] }, 'Accept-Language', false],
    [{ $has_tokens: [] }, null, false],
  ])('comparing a header: %j against %j', (expected, came, fits) => {
    expect(headerDifferences('Allow', expected, came).length === 0).toBe(fits)
  })
})

describe('comparing a text', () => {
  const page = '<a href="/?page=2">2</a>'

  it.each([
    [{ contains: ['page=2'] }, true],
    [{ contains: ['page=2', 'page=3'] }, false],
    [{ not_contains: ['page=3'] }, true],
    [{ not_contains: ['page=3', 'page=2'] }, false],
    [{ matches: ['href="[^"]*page=2"[^>]*>\\s*2\\s*<'] }, true],
    [{ matches: ['^2'] }, false],
    [{ not_matches: ['^2'] }, true],
    [{ not_matches: ['\\bpage\\b'] }, false],
  ])('comparing a text: %j', (expected, fits) => {
    expect(textDifferences(expected, page).length === 0).toBe(fits)
  })
})

describe('comparing cookies', () => {
  const setting = (cookie: string) => new Response(null, { headers: { 'Set-Cookie': cookie } })

  it.each([
    ['set', 'sessionid=abc; Path=/; HttpOnly'],
    ['set', 'sessionid=abc; Max-Age=60'],
    ['cleared', 'sessionid=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/'],
    ['cleared', 'sessionid=; Max-Age=0'],
    ['absent', 'csrftoken=abc'],
  ] as const)('comparing cookies, %s: %s', async (change, cookie) => {
    expect(await compare({ status: 200, cookies: { sessionid: change } }, setting(cookie))).toEqual(
      [],
    )
  })

  it.each([
    ['cleared', 'sessionid=abc'],
    ['cleared', 'sessionid='],
    ['cleared', 'sessionid=abc; Max-Age=0'],
    ['cleared', 'csrftoken=; Max-Age=0'],
    ['set', 'sessionid='],
    ['set', 'sessionid=abc; Max-Age=0'],
    ['absent', 'sessionid=abc'],
    ['absent', 'sessionid=; Max-Age=0'],
  ] as const)('%s is not: %s', async (change, cookie) => {
    expect(
      await compare({ status: 200, cookies: { sessionid: change } }, setting(cookie)),
    ).toHaveLength(1)
  })
})

describe('comparing a walk', () => {
  const pages = () => [
    Response.json({ results: [{ id: 1 }, { id: 2 }] }),
    Response.json({ results: [{ id: 3 }] }),
  ]

  it('accepts the number of answers and the ids in the order met', async () => {
    expect(await compare({ status: 200, walk: { pages: 2, ids: [1, 2, 3] } }, ...pages())).toEqual(
      [],
    )
    expect(
      await compare({ status: 200, walk: { ids: { $unordered: [3, 2, 1] } } }, ...pages()),
    ).toEqual([])
  })

  it.each([
    ['another number of pages', { pages: 3 }],
    ['another order', { ids: [1, 3, 2] }],
    ['an item that was missed', { ids: [1, 2, 3, 4] }],
    ['an item that was met twice', { ids: [1, 2] }],
  ])('comparing a walk reports %s', async (_name, walk) => {
    expect(await compare({ status: 200, walk }, ...pages())).not.toEqual([])
  })

  it('comparing a walk reports a page with another status', async () => {
    const failing = Response.json({}, { status: 404 })

    expect(await compare({ status: 200, walk: { pages: 3 } }, ...pages(), failing)).toHaveLength(1)
  })
})
