import { memoryReplayStore, ServiceUnavailable } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { importSignatureKey, type SignRequestOptions, signRequest } from '../src/index.ts'
import { ed25519PrivatePem } from './rfc9421.ts'
import { ann, answerOf, setClock, signedApp } from './signed-view.ts'

const options = {
  key: await importSignatureKey('ed25519', ed25519PrivatePem),
  keyId: 'test-key-ed25519',
}

const sign = (further: Partial<SignRequestOptions> = {}, url = 'http://a.test/') =>
  signRequest(new Request(url), { ...options, ...further })

const replayed = [401, 'The signature has been used before.']

function sender(schemeOptions: Parameters<typeof signedApp>[0]) {
  const app = signedApp(schemeOptions)
  return async (request: Request) => {
    const { status, body } = await answerOf(app, new Request(request))
    return status === 200 ? [200] : [status, body.detail]
  }
}

describe('signatures that may be used once', () => {
  it('a request that is sent again is refused', async () => {
    const send = sender({ replays: memoryReplayStore() })
    const request = await sign()
    expect(await send(request)).toEqual([200])
    expect(await send(request)).toEqual(replayed)
    expect(await send(await sign())).toEqual([200])
  })

  it('without a store a request can be sent again', async () => {
    const send = sender({})
    const request = await sign()
    expect([await send(request), await send(request)]).toEqual([[200], [200]])
  })

  it('without a nonce a request is recognised by what it signs', async () => {
    const send = sender({ replays: memoryReplayStore() })
    const created = new Date()
    const request = await sign({ nonce: null, created })
    expect(await send(request)).toEqual([200])
    expect(await send(request)).toEqual(replayed)
    expect(await send(await sign({ nonce: null, created }, 'http://a.test/?page=2'))).toEqual([200])
  })

  it('a nonce is used once by each key, whatever the request', async () => {
    const replays = memoryReplayStore()
    const send = sender({ replays, requireNonce: true })
    expect(await send(await sign({ nonce: 'n' }))).toEqual([200])
    expect(await send(await sign({ nonce: 'n' }, 'http://a.test/?page=2'))).toEqual(replayed)
    const keyOf = async () => ({
      key: await importSignatureKey('ed25519', (await import('./rfc9421.ts')).ed25519Pem),
      user: ann,
    })
    const other = sender({ replays, keyOf })
    expect(await other(await sign({ nonce: 'n', keyId: 'other' }))).toEqual([200])
  })

  it('the second form of an ECDSA signature is the same signature', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const send = sender({
      keyOf: () => ({ key: pair.publicKey, user: ann }),
      replays: memoryReplayStore(),
    })
    const request = await sign({ key: pair.privateKey, nonce: null })
    expect(await send(request)).toEqual([200])

    // (r, s) and (r, n − s) are valid for one message.
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
    const [, base64 = ''] = /:(.+):/.exec(request.headers.get('Signature') ?? '') ?? []
    const bytes = Buffer.from(base64, 'base64')
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
    bytes.write(s.toString(16).padStart(64, '0'), 32, 'hex')
    const headers = new Headers(request.headers)
    headers.set('Signature', `sig1=:${bytes.toString('base64')}:`)
    const second = new Request(request, { headers })
    expect(await sender({ keyOf: () => ({ key: pair.publicKey, user: ann }) })(second)).toEqual([
      200,
    ])
    expect(await send(second)).toEqual(replayed)
  })

  it('only a request that is otherwise accepted uses up its signature', async () => {
    const send = sender({ replays: memoryReplayStore() })
    const request = await signRequest(
      new Request('http://a.test/', {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': 'application/json' },
      }),
      options,
    )
    const { headers } = request
    const post = (body: string, fields = headers) =>
      new Request('http://a.test/', { method: 'POST', body, headers: fields })
    const forged = new Headers(headers)
    forged.set('Signature', `sig1=:${'A'.repeat(86)}==:`)

    expect((await send(post('{}', forged)))[1]).toBe('Invalid signature.')
    expect((await send(post('[]')))[1]).toBe('The body does not match its Content-Digest.')
    expect(await send(post('{}'))).toEqual([200])
    expect(await send(post('{}'))).toEqual(replayed)
  })

  it('a signature is remembered for as long as it is accepted', async () => {
    setClock(1_800_000_000)
    const seconds: number[] = []
    const replays = {
      remember: (_id: string, age: number) => {
        seconds.push(age)
        return true
      },
    }
    const send = sender({ replays, maxAge: 100, clockTolerance: 5 })
    await send(await sign())
    await send(await sign({ created: new Date(1_799_999_940_000) }))
    await send(await sign({ expiresIn: 20 }))
    expect(seconds).toEqual([105, 45, 25])
  })

  it('when the store cannot say, the answer is 503 and not an accepted signature', async () => {
    const replays = {
      remember() {
        throw new ServiceUnavailable()
      },
    }
    expect((await sender({ replays })(await sign()))[0]).toBe(503)
  })

  it('one of several simultaneous requests with one signature is accepted', async () => {
    const send = sender({ replays: memoryReplayStore() })
    const request = await sign()
    const all = await Promise.all(Array.from({ length: 20 }, () => send(request)))
    expect(all.filter(([status]) => status === 200)).toHaveLength(1)
  })
})
