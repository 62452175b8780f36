import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answering, startService } from '../../../../replay/test/two-services.ts'
import { createTurnpike } from '../turnpike.ts'

const line = (request: string) =>
  `127.0.0.1 - - [23/Nov/2026:05:35:34 +0000] "${request} HTTP/1.1" 200 12 "-" "curl/8"\n`

const har = (requests: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', entries: requests.map((request) => ({ request })) } })

/** The command over a recording and two services that note what they are sent. */
async function withServices(traffic: string, old: RequestListener, changed: RequestListener) {
  const turnpike = createTurnpike()
  writeFileSync(join(turnpike.folder, 'traffic'), traffic)
  const seen: IncomingMessage[] = []
  const noted =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      seen.push(request)
      listener(request, response)
    }
  const [from, to] = await Promise.all([startService(noted(old)), startService(noted(changed))])
  const services = ['--from', from.href, '--to', to.href]
  return {
    ...turnpike,
    seen,
    services,
    replay: (...args: string[]) => turnpike.run(['replay', 'traffic', ...services, ...args]),
  }
}

describe('turnpike replay', () => {
  it('turnpike replay ends with 0 when nothing differs', async () => {
    const { replay } = await withServices(line('GET /x/'), answering('{}'), answering('{}'))
    expect(await replay()).toMatchObject({
      code: 0,
      out: expect.stringContaining('No unexplained differences.'),
      err: '',
    })
  })

  it('turnpike replay ends with 1 when something differs, and names the cause', async () => {
    const { replay } = await withServices(
      line('GET /x/'),
      answering('{"a":1}'),
      answering('{"a":2}'),
    )
    const { code, out, err } = await replay()
    expect(code).toBe(1)
    expect(out).toContain('body /a: value: 1 request, first: GET /x/ (line 1)')
    expect(err).toBe('turnpike: 1 request has an unexplained difference.\n')
  })

  it('turnpike replay refuses a --timeout that is longer than a timer can be', async () => {
    const { replay } = await withServices(line('GET /x/'), answering('{}'), answering('{}'))
    const { code, err } = await replay('--timeout', '3000000')
    expect(code).not.toBe(0)
    expect(err).toContain('It must be at most 2147483.')
  })

  it('turnpike replay ends with 1 when nothing was compared', async () => {
    const { replay } = await withServices('garbage\n', answering('{}'), answering('{}'))
    const { code, out, err } = await replay()
    expect(code).toBe(1)
    expect(out).toContain('unreadable: not in the format of the log, first: line 1')
    expect(err).toBe('turnpike: Nothing was compared.\n')
  })

  it('differences that a rules file explains are listed with their reason, and do not fail', async () => {
    const { folder, replay } = await withServices(
      line('GET /notes/7/'),
      answering('{"results":[{"a":1}],"b":1}', { 'X-Total': '1' }),
      answering('{"results":[{"a":2}],"b":2}'),
    )
    const explain = (explained: object[]) =>
      writeFileSync(join(folder, 'rules.json'), JSON.stringify({ explained }))
    const known = [
      { body: '/results/*/a', kind: 'value', why: 'a is random' },
      { header: 'x-*', path: '/notes/*/', method: 'GET', why: 'nobody reads it' },
      { status: '301 -> 404', why: 'no slash' },
    ]
    explain(known)
    const some = await replay('--rules', 'rules.json')
    expect(some.code).toBe(1)
    expect(some.out).toMatch(/Differences\n {2}body \/b: value/)

    explain([...known, { body: '/b', why: 'b is random' }])
    const none = await replay('--rules', 'rules.json')
    expect(none.code).toBe(0)
    expect(none.out).toContain('because a is random')
    expect(none.out).toContain('{"status":"301 -> 404"}: no slash')
    const { explained, causes } = JSON.parse((await replay('--rules', 'rules.json', '--json')).out)
    expect(causes).toEqual([])
    expect(explained).toHaveLength(3)
  })

  it.each([
    ['[]', 'must be an object'],
    ['{', 'is not JSON'],
    ['{"explain":[]}', 'unknown key explain'],
    ['{"explained":[{"body":"/a"}]}', 'must say why'],
    ['{"explained":[{"why":"x"}]}', 'exactly one of status, header and body'],
    ['{"explained":[{"body":"","header":"X","why":"x"}]}', 'exactly one of'],
    ['{"explained":[{"body":7,"why":"x"}]}', 'body must be a text'],
    ['{"ignore":["everything"]}', 'Unknown rule everything. Rules: connection-fields'],
  ])('the rules file %s is refused as wrong usage', async (text, message) => {
    const { folder, replay } = await withServices(line('GET /'), answering('{}'), answering('{}'))
    writeFileSync(join(folder, 'rules.json'), text)
    const { code, err } = await replay('--rules', 'rules.json')
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it.each([
    [['--to', 'http://127.0.0.1:1/', 'traffic'], "required option '--from <url>' not specified"],
    [['--from', 'ftp://x/', '--to', 'http://x/', 'traffic'], 'It must be a URL such as'],
    [['--from', 'http://ann:secret99@x/', '--to', 'http://y/', 'traffic'], 'Credentials belong in'],
    [['--from', 'http://x/', '--to', 'http://x/', 'traffic'], 'are the same service'],
    [['--from', 'http://x/', '--to', 'http://y/'], 'Give either recorded traffic, or --mirror'],
    [['--from', 'http://x/', '--to', 'http://y/', 'nothing'], 'The traffic cannot be read'],
    [['--from', 'http://x/', '--to', 'http://y/', 'traffic', '--concurrency', '0'], 'at least 1'],
    [
      ['--from', 'http://x/', '--to', 'http://y/', 'traffic', '--log-format', '$status'],
      'no $request',
    ],
    [
      ['--from', 'http://x/', '--to', 'http://y/', 'traffic', '-H', 'secret99'],
      "needs 'Name: value'",
    ],
    [['--from', 'http://x/', '--to', 'http://y/', 'traffic', '-H', 'X: a\nb'], 'cannot be sent'],
    [
      [
        '--from',
        'http://x/',
        '--to',
        'http://y/',
        'traffic',
        '-H',
        'X-HTTP-Method-Override: DELETE',
      ],
      'may make a GET a write',
    ],
    [
      ['--from', 'http://x/', '--to', 'http://y/', '--mirror', 'x'],
      'an address such as 127.0.0.1:8080',
    ],
    [
      ['--from', 'http://x/', '--to', 'http://y/', '--mirror', ':0', '--writes-to-copies'],
      'A mirror sends no writes',
    ],
  ])('turnpike replay %j is refused as wrong usage', async (args, message) => {
    const { folder, run } = createTurnpike()
    writeFileSync(join(folder, 'traffic'), line('GET /'))
    const { code, err } = await run(['replay', ...args])
    expect(err).toContain(message)
    expect(err.replace(args.join(' '), '')).not.toContain('turnpike: turnpike:')
    expect(code).toBe(2)
  })

  it('only GET, HEAD and OPTIONS are sent, and the others are counted', async () => {
    const methods = [
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'TRACE',
      'get',
      'POST',
    ]
    const overriding = {
      method: 'GET',
      url: 'http://x/',
      headers: [{ name: 'X-HTTP-Method-Override', value: 'DELETE' }],
    }
    const traffic = har([
      ...methods.map((method) => ({ method, url: 'http://x/', headers: [] })),
      overriding,
    ])
    const { replay, seen } = await withServices(traffic, answering('{}'), answering('{}'))
    const { code, out } = await replay('--json')
    expect(code).toBe(0)
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD', 'OPTIONS']))
    expect(seen).toHaveLength(6)
    expect(JSON.parse(out).skipped).toMatchObject({
      'POST: only GET, HEAD and OPTIONS are sent (see --writes-to-copies)': 2,
      'GET with a field that overrides the method': 1,
    })
  })

  it('writes need the declaration that both services are copies', async () => {
    const traffic = har([{ method: 'POST', url: 'http://x/', headers: [] }])
    const { replay, seen } = await withServices(traffic, answering('{}'), answering('{}'))
    const refused = await replay('--writes')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(
      'If both are copies that may be changed, say so: --writes-to-copies.',
    )
    expect(seen).toHaveLength(0)

    expect((await replay('--writes-to-copies')).code).toBe(0)
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })

  it('what writes create is found again under the ids that each service gave', async () => {
    const service = (firstId: number): RequestListener => {
      const rows = new Map<string, string>()
      return (request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (request.method === 'POST') {
            const id = String(firstId + rows.size)
            const row = JSON.stringify({ id: Number(id), url: `/notes/${id}/`, text })
            rows.set(`/notes/${id}/`, row)
            answering(
              row,
              { Location: `http://${request.headers.host}/notes/${id}/` },
              201,
            )(request, response)
          } else {
            const row = rows.get(request.url ?? '')
            answering(row ?? '{}', {}, row === undefined ? 404 : 200)(request, response)
          }
        })
      }
    }
    const created = (id: number) => ({
      request: {
        method: 'POST',
        url: 'http://x/notes/',
        headers: [],
        postData: { text: `n${id}` },
      },
      response: { status: 201, content: { text: JSON.stringify({ id }) } },
    })
    const read = (id: number) => ({
      request: { method: 'GET', url: `http://x/notes/${id}/`, headers: [] },
    })
    const entries = [created(5), created(6), read(6), read(5)]
    const { replay, seen } = await withServices(
      JSON.stringify({ log: { entries } }),
      service(70),
      service(900),
    )
    const { code, out } = await replay('--writes-to-copies', '--json')
    expect(JSON.parse(out).causes).toEqual([])
    expect(code).toBe(0)
    expect(new Set(seen.slice(4).map(({ url }) => url))).toEqual(
      new Set(['/notes/71/', '/notes/901/', '/notes/70/', '/notes/900/']),
    )
    expect(JSON.parse(out).rules['created-ids']).toBeGreaterThan(4)
  })

  it('recorded credentials are sent unless they are left out, and those of --header replace them', async () => {
    const headers = [
      { name: 'Cookie', value: 'sessionid=recorded-cookie' },
      { name: 'Authorization', value: 'Token recorded-token' },
    ]
    const { replay, seen } = await withServices(
      har([{ method: 'GET', url: 'http://x/', headers }]),
      answering('{}'),
      answering('{}'),
    )
    await replay()
    await replay('--no-credentials')
    await replay('-H', 'Authorization: Token given-token', '-H', 'X-A: 1', '-H', 'X-A: 2')
    const sent = seen.map(({ headers: fields }) => [
      fields.cookie,
      fields.authorization,
      fields['x-a'],
    ])
    expect(sent.slice(0, 2)).toEqual(
      Array(2).fill(['sessionid=recorded-cookie', 'Token recorded-token', undefined]),
    )
    expect(sent.slice(2, 4)).toEqual(Array(2).fill([undefined, undefined, undefined]))
    expect(sent.slice(4)).toEqual(
      Array(2).fill(['sessionid=recorded-cookie', 'Token given-token', '1, 2']),
    )
  })

  it('credentials are in no report and in no saved file', async () => {
    const echo =
      (name: string): RequestListener =>
      (request, response) =>
        answering(
          JSON.stringify({
            name,
            echo: `${name} ${request.headers.authorization} ${request.headers.cookie}`,
            token: `issued-${name}-secret`,
            given: request.headers['x-own'],
            basic: `${name} ${request.headers['x-api-key']}`,
          }),
          {
            'Set-Cookie': `sessionid=set-${name}-secret; Path=/`,
            'X-Echo': `${name} ${request.headers['x-own']}`,
          },
        )(request, response)
    const headers = [
      { name: 'Cookie', value: 'sessionid=cookie-secret' },
      { name: 'Authorization', value: 'Token header-secret' },
      { name: 'X-API-Key', value: 'Basic base64-secret==' },
    ]
    const url = 'http://x/notes/?access_token=query-secret&page=2'
    const { replay, folder } = await withServices(
      har([{ method: 'GET', url, headers }]),
      echo('old'),
      echo('new'),
    )
    const given = ['-H', 'X-Own: given-secret', '--save', 'kept']
    const text = await replay(...given)
    const json = await replay(...given, '--json')
    const [file = ''] = readdirSync(join(folder, 'kept'))
    const path = join(folder, 'kept', file)
    const saved = readFileSync(path, 'utf8')

    expect(file).toMatch(/^00001-GET-notes-access-token/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(saved)).toMatchObject({
      method: 'GET',
      old: { status: 200 },
      new: { status: 200 },
    })
    for (const shown of [text.out, text.err, json.out, saved, file]) {
      expect(shown).not.toMatch(/(?:cookie|header|query|given|base64|old|new)-secret/)
    }
    expect(saved).toContain('(redacted)')
    expect(text.out).toContain('page=2')
  })

  it('attributes of a cookie are shown, and fields that are named like credentials are not', async () => {
    const { replay } = await withServices(
      line('GET /'),
      answering('{}', { 'Set-Cookie': 'sessionid=a; Secure', 'X-Auth-Token': 'old-secret' }),
      answering('{}', { 'Set-Cookie': 'sessionid=b', 'X-Auth-Token': 'new-secret' }),
    )
    const { out } = await replay()
    expect(out).toMatch(/Set-Cookie sessionid: attributes.*\n +old: secure\n/)
    expect(out).toMatch(/X-Auth-Token: value.*\n +old: \(redacted\)\n/)
    expect(out).not.toContain('-secret')
  })

  it('a folder that cannot be made for --save is refused as wrong usage', async () => {
    const { replay } = await withServices(line('GET /'), answering('[1]'), answering('[2]'))
    const { code, err } = await replay('--save', 'traffic/kept')
    expect(err).toContain('The folder of --save cannot be made')
    expect(code).toBe(2)
  })

  it('a rule can be left out, and a rule that is off can be applied', async () => {
    const { replay } = await withServices(
      line('GET /'),
      answering('{"a":1,"t":"2026-01-01T00:00:00Z"}'),
      answering('{"t":"2026-01-01T00:00:01Z","a":1}'),
    )
    expect((await replay('--ignore', 'changed-times')).code).toBe(0)
    const { out } = await replay('--ignore', 'changed-times', '--without-rule', 'key-order')
    expect(out).toContain('body: order of keys: 1 request')
    expect((await replay('--ignore', 'times')).code).toBe(2)
  })
})
