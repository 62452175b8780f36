import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nginxMissing } from '../faults/nginx.ts'
import { djangoMissing } from '../support/django.ts'
import { type BothServices, bothServices } from './both-services.ts'
import { type OneHost, oneHost } from './one-host.ts'
import { tokenOf } from './traffic.ts'

/** What clients read, with the path under which it is moved. */
const targets = [
  ['/api/authors/', '/api/authors/?page=3&page_size=7&ordering=-name'],
  ['/api/authors/', '/api/authors/?search=poems'],
  ['/api/authors/', '/api/authors/17/'],
  ['/api/authors/', '/api/authors/9999/'],
  ['/api/authors/', '/api/authors/?page=99'],
  ['/api/shelf/', '/api/shelf/?genre=poetry&search=rain'],
  ['/api/shelf/', '/api/shelf/?genre=science'],
  ['/api/books/', '/api/books/?genre=novel&price__gte=50&ordering=title&limit=7&offset=14'],
  ['/api/books/', '/api/books/77/'],
  ['/api/loans/', '/api/loans/'],
  ['/api/loans/', '/api/loans/?book=12'],
] as const

interface Got {
  readonly status: number
  readonly servedBy: unknown
  /** Without cursors, which each service writes in its own way. */
  readonly body: string
}

const headers = { Authorization: `Token ${tokenOf('member')}` }

const ask = (url: URL): Promise<Got> =>
  new Promise((resolve, reject) => {
    // A new connection each time, which is what nginx hands to its new workers.
    get(url, { agent: false, headers }, async (response) => {
      const body = JSON.stringify(JSON.parse(await text(response)))
      resolve({
        status: response.statusCode ?? 0,
        servedBy: response.headers['x-served-by'],
        body: body.replaceAll(/cursor=[\w%-]+/g, 'cursor=…'),
      })
    }).on('error', reject)
  })

for (const database of ['sqlite', 'postgres'] as const)
  describe.skipIf((djangoMissing(database) ?? nginxMissing) !== null)(
    `a load balancer over ${database}`,
    () => {
      let services: BothServices
      let host: OneHost
      beforeAll(async () => {
        services = await bothServices(database)
        host = await oneHost(services.django, services.turnpike)
      })
      afterAll(async () => {
        await host?.close()
        await services?.close()
      })

      it(`paths move to Turnpike and back by reloads of nginx over ${database}, without a failed request`, async () => {
        const expected = new Map<string, Got>()
        for (const [, target] of targets) expected.set(target, await ask(new URL(target, host.url)))
        expect([...expected.values()].map(({ servedBy }) => servedBy)).not.toContain('turnpike')

        const wrong: unknown[] = []
        const servedBy = { django: 0, turnpike: 0 }
        let isOver = false
        const client = async (first: number) => {
          for (let turn = first; !isOver; turn++) {
            const [, target] = targets[turn % targets.length] ?? targets[0]
            const got = await ask(new URL(target, host.url)).catch((error: unknown) => error)
            const { status, body } = expected.get(target) as Got
            const answer = got as Got
            if (answer.status !== status || answer.body !== body) wrong.push({ target, got })
            else servedBy[answer.servedBy as 'django' | 'turnpike']++
          }
        }
        const clients = [0, 1, 2, 3].map(client)

        /** Until each path is answered by the service that it was given to. */
        const settled = async (moved: readonly string[]) => {
          for (const [path, target] of targets) {
            const service = moved.includes(path) ? 'turnpike' : 'django'
            await expect
              .poll(async () => (await ask(new URL(target, host.url))).servedBy, {
                timeout: 600_000,
              })
              .toBe(service)
          }
          const before = servedBy.django + servedBy.turnpike
          await expect.poll(() => servedBy.django + servedBy.turnpike - before).toBeGreaterThan(40)
        }
        const steps = [
          ['/api/shelf/'],
          ['/api/shelf/', '/api/authors/'],
          ['/api/shelf/', '/api/authors/', '/api/books/', '/api/loans/'],
          ['/api/authors/', '/api/loans/'],
          [],
        ]
        for (const moved of steps) {
          await host.move(moved)
          await settled(moved)
        }
        isOver = true
        await Promise.all(clients)

        expect(wrong).toEqual([])
        expect(servedBy.django).toBeGreaterThan(50)
        expect(servedBy.turnpike).toBeGreaterThan(50)
        expect(host.log()).not.toMatch(/\[(?:error|crit|alert|emerg)\]/)
      })
    },
  )
