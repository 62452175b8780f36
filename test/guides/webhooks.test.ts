import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AnyService } from '@turnpike/service'
import { httpSignatureAuthentication, importSignatureKey } from '@turnpike/signatures'
import type { AnyDatabase } from '@turnpike/sql'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memoryReplayStore,
  routes,
} from 'turnpike'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'
import { run } from '../support/run.ts'

const guide = writtenPage('docs/guides/webhooks.md')
afterAll(() => guide.remove())

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const olderSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
process.env.WEBHOOK_SECRETS = `${secret},${olderSecret}`

type Signed = (secret: string, id: string, body: Uint8Array) => Record<string, string>
type Post = (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<number>

const { signed } = await guide.load<{ signed: Signed }>('src/webhook-signature.ts')
const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { isPublic, postPublic } = await guide.load<{
  isPublic(address: string): boolean
  postPublic: Post
}>('src/post-public.ts')
const { deliverDue } = await guide.load<{
  deliverDue(db: AnyDatabase, post?: Post): Promise<number>
}>('src/sending.ts')

const bytes = (text: string) => new TextEncoder().encode(text)
const paid = '{"type":"invoice.paid","data":{"invoice":7}}'

describe('the signature of the guide to webhooks', () => {
  afterEach(() => vi.useRealTimers())

  it('webhooks of the guide are signed as the example of Standard Webhooks is', () => {
    vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ['Date'] })
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    expect(signed(secret, id, bytes('{"test": 2432232314}'))).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})

describe.each(guideDatabases)('webhooks on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    await service.db
      .insertInto('invoice')
      .values([{ id: 7 }, { id: 8 }])
      .execute()
  })
  afterEach(async () => {
    vi.useRealTimers()
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)

  const send = (body: string, headers: Record<string, string>) =>
    service.anonymous.post('/webhooks/payments/', {
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  const paidInvoices = async () => {
    const rows = await service.db
      .selectFrom('invoice')
      .select('id')
      .where('paid', 'is not', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  onDatabase(`a signed webhook is received on ${name}`, async () => {
    const response = await send(paid, signed(secret, 'msg_1', bytes(paid)))
    expect(response.status).toBe(200)
    expect(await paidInvoices()).toEqual([7])
  })

  onDatabase(`a webhook signed with the older secret is received on ${name}`, async () => {
    expect((await send(paid, signed(olderSecret, 'msg_1', bytes(paid)))).status).toBe(200)
  })

  onDatabase(`of simultaneous attempts of a webhook one has an effect on ${name}`, async () => {
    const headers = signed(secret, 'msg_1', bytes(paid))
    await send(paid, headers)
    await service.db.updateTable('invoice').set({ paid: null }).execute()

    const again = await Promise.all(Array.from({ length: 5 }, () => send(paid, headers)))
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await paidInvoices()).toEqual([])
  })

  onDatabase(`a webhook that fails leaves no id behind on ${name}`, async () => {
    const text = '{"type":"invoice.paid","data":{"invoice":"seven"}}'
    expect((await send(text, signed(secret, 'msg_1', bytes(text)))).status).toBe(400)
    expect((await send(paid, signed(secret, 'msg_1', bytes(paid)))).status).toBe(200)
    expect(await paidInvoices()).toEqual([7])
  })

  onDatabase(`forged, changed and old webhooks are refused on ${name}`, async () => {
    const right = signed(secret, 'msg_1', bytes(paid))
    const mac = right['webhook-signature'] ?? ''
    vi.useFakeTimers({ now: Date.now() - 301_000, toFake: ['Date'] })
    const old = signed(secret, 'msg_1', bytes(paid))
    // A minute more than the limit, so that the way to the service takes no part of it.
    vi.setSystemTime(Date.now() + 661_000)
    const future = signed(secret, 'msg_1', bytes(paid))
    vi.useRealTimers()

    const wrong: [string, Record<string, string>][] = [
      [paid.replace('7', '8'), right],
      [paid, { ...right, 'webhook-id': 'msg_2' }],
      [paid, { ...right, 'webhook-timestamp': String(Number(right['webhook-timestamp']) + 1) }],
      [paid, { ...right, 'webhook-signature': mac.replace(/.{3}=$/, 'AAA=') }],
      [paid, { ...right, 'webhook-signature': mac.slice(0, 20) }],
      [paid, { ...right, 'webhook-signature': '' }],
      [paid, { ...right, 'webhook-signature': mac.replace('v1', 'v2') }],
      [paid, signed(`whsec_${Buffer.alloc(24).toString('base64')}`, 'msg_1', bytes(paid))],
      [paid, signed(secret, '', bytes(paid))],
      [paid, old],
      [paid, future],
    ]
    for (const [body, headers] of wrong) {
      const response = await send(body, headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toBe('Webhook')
      expect(await response.json()).toEqual({ detail: 'Invalid webhook signature.' })
    }
    expect(await paidInvoices()).toEqual([])
  })

  onDatabase(`too long a webhook is refused on ${name}`, async () => {
    const body = JSON.stringify({ type: 'x', data: { text: 'x'.repeat(2_700_000) } })
    expect((await send(body, signed(secret, 'msg_1', bytes(body)))).status).toBe(413)
  })

  describe('sending', () => {
    beforeEach(async () => {
      if (isMissing) return
      await service.db
        .insertInto('webhook_endpoint')
        .values({ id: 1, url: 'https://partner.example/hook', secret })
        .execute()
    })
    const queued = () =>
      service.db.selectFrom('webhook_message').select(['attempts', 'due', 'status']).execute()

    onDatabase(`a message that was queued arrives once on ${name}`, async () => {
      const staff = await service.clientOf('root', { isStaff: true })
      expect((await staff.post('/invoices/7/send/')).status).toBe(202)
      expect((await staff.post('/invoices/99/send/')).status).toBe(404)

      const got: string[] = []
      const post: Post = async (url, headers, body) => {
        expect(url).toBe('https://partner.example/hook')
        got.push(new TextDecoder().decode(body))
        return (await send(got.at(-1) ?? '', headers)).status
      }
      // Two processes at the same time.
      await Promise.all([deliverDue(service.db, post), deliverDue(service.db, post)])

      expect(got).toEqual(['{"type":"invoice.sent","data":{"invoice":7}}'])
      expect(await queued()).toEqual([{ attempts: 1, due: null, status: 200 }])
      expect(await deliverDue(service.db, post)).toBe(0)
    })

    onDatabase(`a message is repeated later and later, and then given up on ${name}`, async () => {
      const staff = await service.clientOf('root', { isStaff: true })
      await staff.post('/invoices/7/send/')
      const answers = [() => Promise.reject(new Error('refused')), async () => 500]
      vi.useFakeTimers({ toFake: ['Date'] })
      const waits: number[] = []
      for (let attempt = 0; attempt < 9; attempt++) {
        const post: Post = answers[attempt % 2] ?? (async () => 500)
        expect(await deliverDue(service.db, post)).toBe(1)
        const [message] = await queued()
        if (message?.due === null || message === undefined) break
        waits.push(message.due - Date.now())
        vi.setSystemTime(message.due - 1)
        expect(await deliverDue(service.db, post)).toBe(0)
        vi.setSystemTime(message.due)
      }
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      expect(waits).toHaveLength(8)
      expect(await queued()).toEqual([{ attempts: 9, due: null, status: null }])
    })
  })
})

describe('where webhooks of the guide may go', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])(
    'the guide sends no webhook to %s',
    (address) => expect(isPublic(address)).toBe(false),
  )
  it.each([
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('the guide sends no webhook to the address %s', (address) =>
    expect(isPublic(address)).toBe(false),
  )
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111'])(
    'the guide sends webhooks to %s',
    (address) => expect(isPublic(address)).toBe(true),
  )
  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
  ])('the guide posts nothing to %s', async (url) => {
    await expect(postPublic(url, {}, bytes('{}'))).rejects.toThrow(/public|https: only/)
  })
})

describe('the commands of the guide to webhooks', () => {
  it('the command of the guide to webhooks signs a message that is received', async () => {
    const service = await openGuide(definition)
    const received: string[] = []
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const answer = await service.anonymous.post(request.url ?? '', {
        body,
        headers: request.headers as Record<string, string>,
      })
      received.push(body)
      response.writeHead(answer.status).end(await answer.text())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/webhooks/payments/`

    const shown = await run(guide.folder, ['src/sign.ts', url, paid])

    expect(shown.trim()).toBe(shownAfter(guide, 'src/sign.ts'))
    expect(received).toEqual([paid])
    server.close()
    await service.close()
  })

  it('the process of the guide that delivers tries what is due, and ends on SIGTERM', async () => {
    const database = join(guide.folder, 'deliver.db')
    const service = await openGuide(definition, `sqlite:${database}`)
    const endpoint = { id: 1, url: 'https://127.0.0.1/hook', secret }
    await service.db.insertInto('webhook_endpoint').values(endpoint).execute()
    await service.db.insertInto('invoice').values({ id: 7 }).execute()
    const staff = await service.clientOf('root', { isStaff: true })
    await staff.post('/invoices/7/send/')

    const deliver = spawn(process.execPath, ['--conditions=source', 'src/deliver.ts'], {
      cwd: guide.folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        DATABASE_URL: `sqlite:${database}`,
        BASE_URL: '', // vitest sets one
        SECRET_KEYS: 'the-secret-of-the-tests-of-the-guides',
      },
    })
    const tried = () => service.db.selectFrom('webhook_message').select('attempts').execute()
    await vi.waitFor(async () => expect(await tried()).toEqual([{ attempts: 1 }]), 20_000)
    deliver.kill('SIGTERM')
    expect(await once(deliver, 'exit')).toEqual([0, null])
    await service.close()
  })

  it('the guide shows the refusal of an unsigned webhook', async () => {
    const service = await openGuide(definition)
    const response = await service.anonymous.post('/webhooks/payments/', { json: {} })
    const shown = shownAfter(guide, 'curl -i')
    expect(shown).toContain(`HTTP/1.1 ${response.status} Unauthorized`)
    expect(shown).toContain(`www-authenticate: ${response.headers.get('WWW-Authenticate')}`)
    expect(shown).toContain(await response.text())
    await service.close()
  })
})

describe('webhooks between services of your own', () => {
  it('a request that the guide signs is accepted once by the scheme of HTTP signatures', async () => {
    const { privateKey, publicKey } = await keyPair()
    const { signedRequest } = await guide.load<{
      signedRequest(pem: string, url: string, id: string, body: string): Promise<Request>
    }>('src/sign-request.ts')
    const key = await importSignatureKey('ed25519', publicKey)
    const { users } = memoryAccounts()
    const user = await users.create({ username: 'invoices', password: null })
    const api = createApi()
    const app = routes(api, {
      '/hook/': api.view({
        authentication: [
          httpSignatureAuthentication({
            keyOf: async (id) => (id === 'invoices' ? { key, user } : null),
            components: ['@method', '@target-uri', 'webhook-id'],
            replays: memoryReplayStore(),
          }),
        ],
        permissions: [isAuthenticated],
        post: async (request) => new ApiResponse(await request.data()),
      }),
    })

    const request = await signedRequest(privateKey, 'http://localhost/hook/', 'msg_1', paid)
    const copy = request.clone()
    const otherId = new Request(request.clone(), {
      headers: { ...Object.fromEntries(request.headers), 'webhook-id': 'msg_2' },
    })
    expect((await app.fetch(otherId)).status).toBe(401)
    const accepted = await app.fetch(request)
    expect([accepted.status, await accepted.text()]).toEqual([200, paid])
    expect((await app.fetch(copy)).status).toBe(401)
  })
})

async function keyPair() {
  const { generateKeyPairSync } = await import('node:crypto')
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}
