import { createServer } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replay } from '../src/replay.ts'
import { jsonReport } from '../src/reporting/json-report.ts'
import { textReport } from '../src/reporting/text-report.ts'
import {
  answering,
  causesOf,
  optionsFor,
  replayTo,
  requestOf,
  startService,
  trafficOf,
} from './two-services.ts'

describe('replaying', () => {
  it('differences are grouped by cause, with the first request and the number', async () => {
    const old = answering('{"count":1,"results":[{"id":1}]}', { Allow: 'GET, PUT' })
    const findings = await replayTo(
      old,
      (request, response) => {
        if (request.url?.startsWith('/gone/')) answering('{}', {}, 404)(request, response)
        else answering('{"count":2,"results":[{"id":1}]}', { Allow: 'GET' })(request, response)
      },
      [
        requestOf('/gone/1/'),
        requestOf('/x/', { place: 'line 2' }),
        requestOf('/y/?page=2', { place: 'line 3' }),
      ],
      { concurrency: 1 },
    )
    expect(
      findings.causes.map(({ cause, requests, first }) => [cause, requests, first.place]),
    ).toEqual([
      ['header Allow: without PUT', 2, 'line 2'],
      ['body /count: value', 2, 'line 2'],
      ['status 200 → 404', 1, 'line 1'],
    ])
    expect(textReport(findings)).toContain(
      'status 200 → 404: 1 request, first: GET /gone/1/ (line 1)',
    )
    expect(textReport(findings)).toContain('at /x/ 1, /y/ 1')
    expect(jsonReport(findings)).toMatchObject({ compared: 3, equal: 0, unexplained: 3 })
  })

  it('both services are sent the same method, target and fields, each with its own host', async () => {
    const seen: unknown[] = []
    const listener = answering('{}')
    const record: typeof listener = (request, response) => {
      const { host, origin, referer, accept, 'if-none-match': condition, te } = request.headers
      seen.push([request.method, request.url, host, origin, referer, accept, condition, te])
      listener(request, response)
    }
    const recorded = requestOf('/a/../b//?q=%7e', {
      method: 'OPTIONS',
      host: 'api.example.com',
      headers: [
        ['Accept', 'text/html'],
        ['Origin', 'https://api.example.com'],
        ['referer', 'https://api.example.com/x/'],
        ['If-None-Match', '"a"'],
        ['TE', 'trailers'],
        ['Transfer-Encoding', 'chunked'],
        ['Content-Length', '7'],
      ],
    })
    const [from, to] = await Promise.all([startService(record), startService(record)])
    await replay(trafficOf([recorded]), optionsFor(from, to))
    const sentTo = ({ host, origin }: URL) => [
      'OPTIONS',
      '/a/../b//?q=%7e',
      host,
      origin,
      `${origin}/x/`,
      'text/html',
      undefined,
      undefined,
    ]
    expect(seen).toHaveLength(2)
    expect(seen).toContainEqual(sentTo(from))
    expect(seen).toContainEqual(sentTo(to))
  })

  it('a request for a third host is not sent, and is counted', async () => {
    let requests = 0
    const findings = await replayTo(
      () => {
        requests++
      },
      () => {
        requests++
      },
      [requestOf('/collect', { host: 'tracker.test', headers: [['Cookie', 'secret']] })],
      { hosts: ['api.example.com'] },
    )
    expect(requests).toBe(0)
    expect(findings.compared).toBe(0)
    expect([...findings.skipped]).toEqual([
      ['for another host: tracker.test (send them with --host tracker.test)', 1],
    ])
  })

  it('the host of the first request counts when none is named', async () => {
    const hosts = ['api.example.com', 'cdn.test', 'API.example.com', null]
    const findings = await replayTo(
      answering('{}'),
      answering('{}'),
      hosts.map((host) => requestOf('/x/', { host })),
    )
    expect(findings.compared).toBe(3)
  })

  it('redirects are compared and not followed, wherever they lead', async () => {
    let third = 0
    const elsewhere = await startService((_request, response) => {
      third++
      response.end()
    })
    const redirect = answering('', { Location: `${elsewhere.origin}/x/` }, 302)
    const findings = await replayTo(redirect, redirect)
    expect(findings.equal).toBe(1)
    expect(third).toBe(0)
  })

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['zstd', zstdCompressSync('{"a":1}')],
  ])('a body that one service compresses with %s is compared as it is', async (coding, bytes) => {
    const compressed = answering(bytes, { 'Content-Encoding': coding })
    expect((await replayTo(answering('{"a":1}'), compressed)).equal).toBe(1)
    expect(causesOf(await replayTo(answering('{"a":2}'), compressed))).toEqual(['body /a: value'])
  })

  it('a body that becomes too long when it is decompressed is not compared, and reported', async () => {
    const bomb = answering(gzipSync(Buffer.alloc(20_000_000)), { 'Content-Encoding': 'gzip' })
    expect(causesOf(await replayTo(bomb, bomb))).toEqual([
      'body: not compared: longer than 1000000 bytes',
    ])
  })

  it('a body that is not what Content-Encoding says is reported', async () => {
    const broken = answering('plain', { 'Content-Encoding': 'gzip' })
    expect(causesOf(await replayTo(broken, broken))).toEqual(['body: not compared: not gzip'])
  })

  it('a body without an end is read up to the limit', async () => {
    const endless: typeof answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', write)
      response.on('error', () => {})
      write()
    }
    const answer = answering('{}')
    expect(causesOf(await replayTo(answer, endless))).toEqual([
      'body: not compared: longer than 1000000 bytes',
    ])
  })

  it('a service that never answers, or never ends its answer, is a difference of the status', async () => {
    const limits = { timeoutMs: 300 }
    const old = answering('{}')
    const never = await replayTo(old, () => {}, undefined, limits)
    const stuck = await replayTo(
      old,
      (_request, response) => void response.write('{'),
      undefined,
      limits,
    )
    expect(causesOf(never)).toEqual(['status 200 → none (timed out)'])
    expect(causesOf(stuck)).toEqual(['status 200 → none (timed out)'])
  })

  it('two services that do not answer are not equal', async () => {
    const [from, to] = [new URL('http://127.0.0.1:9'), new URL('http://127.0.0.1:19')]
    const findings = await replay(trafficOf([requestOf('/x/')]), optionsFor(from, to))
    expect(causesOf(findings)).toEqual([
      'status none (connection refused) → none (connection refused)',
    ])
    expect(findings.unexplained).toBe(1)
  })

  it('an answer that is no HTTP is a difference of the status', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const from = await startService(answering('{}'))
    const findings = await replay(
      trafficOf([requestOf('/x/')]),
      optionsFor(from, new URL(`http://127.0.0.1:${port}`)),
    )
    expect(causesOf(findings)).toEqual([
      expect.stringMatching(/^status 200 → none \(not HTTP: HPE_/),
    ])
  })

  it('the path of a base URL is put before the recorded paths, and is part of own links', async () => {
    const listener: ReturnType<typeof answering> = (request, response) => {
      const url = `http://${request.headers.host}${request.url}`
      answering(JSON.stringify({ url }))(request, response)
    }
    const [from, to] = await Promise.all([startService(listener), startService(listener)])
    const findings = await replay(
      trafficOf([requestOf('/notes/')]),
      optionsFor(from, new URL('/v2/', to)),
    )
    expect(findings.equal).toBe(1)
    expect(findings.rules.get('own-links')).toBe(1)
  })

  it('pages behind cursors that differ are compared, each once', async () => {
    const page =
      (cursors: readonly string[], items: readonly number[]): ReturnType<typeof answering> =>
      (request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://x')
        const index = cursors.indexOf(searchParams.get('cursor') ?? '')
        const link = (at: number) =>
          cursors[at] === undefined
            ? null
            : `http://${request.headers.host}/n/?cursor=${cursors[at]}`
        const body = {
          next: link(index + 1),
          previous: link(index - 1),
          results: [items[index + 1]],
        }
        answering(JSON.stringify(body))(request, response)
      }
    const old = page(['a1', 'a2', 'a3'], [1, 2, 3, 4])
    const run = (items: readonly number[], follow: number) =>
      replayTo(old, page(['b1', 'b2', 'b3'], items), [requestOf('/n/')], { follow })

    expect((await run([1, 2, 9, 4], 0)).unexplained).toBe(0)
    expect((await run([1, 2, 9, 4], 1)).unexplained).toBe(0)
    const followed = await run([1, 2, 9, 4], 2)
    expect(causesOf(followed)).toEqual(['body /results/*: value'])
    expect(followed.causes[0]?.first.place).toBe('line 1, page 3 by cursor')
    expect((await run([1, 2, 3, 4], 9)).followed).toBeLessThanOrEqual(5)
  })

  it('no more requests than the limit are sent, and not faster than the rate', async () => {
    const requests = Array.from({ length: 50 }, (_, index) => requestOf(`/${index}/`))
    const start = performance.now()
    const findings = await replayTo(answering('{}'), answering('{}'), requests, {
      limit: 6,
      rate: 20,
    })
    expect(findings.compared).toBe(6)
    expect(performance.now() - start).toBeGreaterThan(230)
  })

  it('paths are chosen and left out by patterns', async () => {
    const targets = ['/notes/', '/notes/7/?a=/tags/', '/notes/7/tags/', '/logout/']
    const compared = async (given: { only?: string[]; skip?: string[] }) =>
      (
        await replayTo(
          answering('{}'),
          answering('{}'),
          targets.map((each) => requestOf(each)),
          given,
        )
      ).compared
    expect(await compared({ skip: ['/logout/'] })).toBe(3)
    expect(await compared({ only: ['/notes/*/'] })).toBe(1)
    expect(await compared({ only: ['/notes/**'] })).toBe(3)
  })

  it('texts of a service cannot write to the terminal', async () => {
    const key = '\u001b[31m\u009b\u202e\nDifferences'
    const findings = await replayTo(answering(JSON.stringify({ [key]: 1 })), answering('{}'))
    const report = textReport(findings)
    expect(report).toContain('\\u{1b}[31m\\u{9b}\\u{202e}\\u{a}Differences: missing')
    for (const character of key.slice(0, 1) + key.slice(5, 7))
      expect(report.split(character)).toHaveLength(1)
  })

  it('a body with a million differences has one for each cause', async () => {
    const list = (value: string) => `[${Array(400_000).fill(value).join()}]`
    const limits = { maxBodyBytes: 10_000_000 }
    const findings = await replayTo(
      answering(list('{"a":1}')),
      answering(list('{"a":2}')),
      undefined,
      limits,
    )
    expect(causesOf(findings)).toEqual(['body /*/a: value'])
  })

  it('HTML that differs is one difference for each path', async () => {
    const html = { 'Content-Type': 'text/html; charset=utf-8' }
    const findings = await replayTo(
      answering('<p>old</p>', html),
      answering('<p>new</p>', html),
      ['/a/', '/a/?x', '/n/1/', '/n/2/'].map((target) => requestOf(target)),
    )
    expect(findings.causes.map(({ cause, requests }) => [cause, requests])).toEqual([
      ['body of /a/: HTML', 2],
      ['body of /n/*/: HTML', 2],
    ])
  })
})

describe('two services that are the same, and one that is not', () => {
  /** The same numbers in each run, from the seed. */
  function generator(seed: number) {
    let state = seed
    return (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return (state >>> 8) % below
    }
  }

  type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

  function randomValue(random: (below: number) => number, depth = 0): Value {
    const kind = random(depth > 3 ? 6 : 8)
    if (kind === 0) return null
    if (kind === 1) return random(2) === 0
    if (kind === 2) return random(1_000_000) / 1000
    if (kind === 3) return new Date(random(2 ** 30) * 1000).toISOString()
    if (kind < 6) return `text ${random(1000)} é"\\/?cursor=${random(9)}`
    const items = Array.from({ length: random(4) + 1 }, () => randomValue(random, depth + 1))
    return kind === 6
      ? items
      : Object.fromEntries(items.map((item, index) => [`k${index}/~`, item]))
  }

  /** All leaves, as functions that change one of them. */
  function leavesOf(value: Value, change: (next: Value) => Value): (() => Value)[] {
    if (Array.isArray(value)) {
      return value.flatMap((item, index) =>
        leavesOf(item, (next) => change(value.with(index, next))),
      )
    }
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, item]) =>
        leavesOf(item, (next) => change({ ...value, [key]: next })),
      )
    }
    const other =
      typeof value === 'number' ? value + 0.001 : typeof value === 'string' ? `${value}.` : 'x'
    return [() => change(other)]
  }

  it('identical services never differ, and one changed leaf is always reported', async () => {
    const random = generator(20261123)
    const values = Array.from({ length: 40 }, () => randomValue(random))
    const serve =
      (bodies: readonly Value[]): ReturnType<typeof answering> =>
      (request, response) =>
        answering(JSON.stringify(bodies[Number(request.url?.slice(1))]))(request, response)
    const requests = values.map((_, index) => requestOf(`/${index}`))

    const same = await replayTo(serve(values), serve(values), requests)
    expect(same.equal).toBe(values.length)
    expect(causesOf(same)).toEqual([])

    const changed = values.map((value) => {
      const leaves = leavesOf(value, (next) => next)
      return (leaves[random(leaves.length)] as () => Value)()
    })
    const different = await replayTo(serve(values), serve(changed), requests)
    expect(different.unexplained).toBe(values.length)
  })
})
