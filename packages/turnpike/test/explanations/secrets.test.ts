import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../src/explanations/secrets.ts'
import {
  ApiResponse,
  AuthenticationFailed,
  type HttpRequest,
  isAdminUser,
  isAuthenticated,
  type Scheme,
} from '../../src/index.ts'
import { explainedSite } from './explained.ts'

const site = await explainedSite()
const { token, basic, session } = site.schemes

/** Quotes all that it was sent, which no scheme should do. */
const talkative: Scheme = {
  name: 'talkative',
  vary: ['X-Key'],
  authenticate(request) {
    const sent = [
      request.headers.get('X-Key'),
      request.headers.get('Authorization'),
      request.headers.get('Cookie'),
      request.headers.get('X-CSRFToken'),
      request.queryValue('key'),
    ].filter((value) => value !== null)
    if (sent.length === 0) return null
    throw new AuthenticationFailed(`Unknown: ${sent.join(' and ')}, ${sent[0]?.slice(0, 10)}.`)
  },
}

const secret = 'gT7#pQ2 vX9-mW4/zK8+bN1=dR5'
const word = 'gT7pQ2vX9mW4zK8bN1dR5'
const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

interface Sent {
  headers?: Record<string, string>
  path?: string
}
const credentials: [name: string, sent: Sent, secrets: string[]][] = [
  ['a wrong token', { headers: { Authorization: `Token ${word}` } }, [word]],
  ['a right token', { headers: { Authorization: `Token ${site.key}` } }, [site.key]],
  ['a key with another keyword', { headers: { Authorization: `Other ${word}` } }, [word]],
  ['a key without a keyword', { headers: { Authorization: word } }, [word]],
  ['a key with blanks', { headers: { Authorization: `Token ${secret}` } }, [secret]],
  [
    'a wrong password',
    { headers: { Authorization: basicOf(`ann:${secret}`) } },
    [secret, btoa(`ann:${secret}`)],
  ],
  ['a Basic header without a colon', { headers: { Authorization: basicOf(word) } }, [btoa(word)]],
  [
    'a JWT',
    { headers: { Authorization: `Bearer ${btoa('{"alg":"none"}')}.${btoa(word)}.${word}` } },
    [btoa(word), word],
  ],
  ['a session', { headers: { Cookie: `a=1; sessionid=${word}; sessionid=${word}2` } }, [word]],
  ['a CSRF token', { headers: { Cookie: `csrftoken=${word}`, 'X-CSRFToken': word } }, [word]],
  ['a key of a scheme of one’s own', { headers: { 'X-Key': secret } }, [secret]],
  ['a key in the query', { path: `/notes/?key=${encodeURIComponent(secret)}` }, [secret]],
  [
    'a key in the query of the referer',
    { headers: { Referer: `https://evil.example/?key=${word}` } },
    [word],
  ],
]

/** Each part of 8 characters that the text and a secret have in common. */
const leaksIn = (text: string, secrets: readonly string[]): string[] =>
  secrets
    .flatMap((known) =>
      Array.from({ length: Math.max(0, known.length - 7) }, (_, at) => known.slice(at, at + 8)),
    )
    .filter((part) => text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)))

describe('secrets in explanations', () => {
  const orders = [
    ['token, Basic and session', [token, basic, session]],
    ['session, then one that quotes all', [session, talkative]],
    ['one that quotes all', [talkative]],
  ] as const

  const each = orders.flatMap(([order, authentication]) =>
    credentials.map(
      ([name, sent, secrets]) => [name, order, authentication, sent, secrets] as const,
    ),
  )

  it.each(each)(
    'no explanation has a part of %s, with %s',
    async (_name, _order, authentication, sent, secrets) => {
      const app = site.open({
        authentication: [...authentication],
        permissions: [isAuthenticated, isAdminUser],
        post: () => new ApiResponse(),
      })
      for (const method of ['GET', 'POST']) {
        const { explanation, header, lines } = await app.ask(method, sent)
        expect(explanation).toBeDefined()
        const all = [JSON.stringify(explanation), header, ...lines].join('\n')
        expect(leaksIn(all, secrets)).toEqual([])
      }
    },
  )

  it('no page with an explanation has a part of the credentials in the explanation', async () => {
    const headers = { 'X-Key': word, Accept: 'text/html' }
    const app = site.open({ authentication: [talkative], permissions: [isAuthenticated] })
    const { body } = await app.ask('GET', { headers })
    const [, box = ''] = /aria-label="Why this was refused">(.*?)<\/section>/s.exec(body) ?? []
    expect(box).toContain('talkative')
    expect(leaksIn(box, [word])).toEqual([])
  })

  /** A scheme that quotes something of the request. */
  const quoting = (quote: (request: HttpRequest) => string | Record<string, string>): Scheme => ({
    name: 'quoting',
    authenticate(request) {
      throw new AuthenticationFailed(quote(request))
    },
  })

  it.each([
    [
      'a cookie that its scheme has decoded',
      quoting(({ cookies }) => decodeURIComponent(cookies.get('key') ?? '')),
      { Cookie: `key=${encodeURIComponent('open sesame now')}` },
      'open sesame now',
    ],
    [
      'a password with quotes in a detail of several texts',
      quoting(({ headers }) => ({ sent: atob(headers.get('Authorization')?.slice(6) ?? '') })),
      { Authorization: basicOf('ann:gT"7\\pQ2"vX9"mW4\\z') },
      'gT"7\\pQ2"vX9"mW4\\z',
    ],
  ])('no explanation has %s', async (_name, scheme, headers, hidden) => {
    const app = site.open({ authentication: [scheme] })
    const { explanation, header, lines } = await app.ask('GET', { headers })
    const said = explanation?.schemes[0]?.said ?? ''
    expect(said).toContain('…')
    for (const part of hidden.split(/["\\ ]/)) {
      expect([said, header, ...lines].join('\n')).not.toContain(part)
    }
  })
})

describe('withoutSecrets', () => {
  it.each([
    ['Unknown key abcdefgh.', ['abcdefgh'], 'Unknown key ….'],
    ['Unknown key abcdefg.', ['abcdefgh'], 'Unknown key abcdefg.'],
    ['xabcdefghijx', ['0abcdefghij0'], 'x…x'],
    ['abcdefgh ijklmnop', ['abcdefgh', 'ijklmnop'], '… …'],
    ['Invalid token.', [], 'Invalid token.'],
    ['', ['abcdefgh'], ''],
  ])('withoutSecrets(%j, %j) is %j', (text, secrets, expected) => {
    expect(withoutSecrets(text, secrets)).toBe(expected)
  })
})
