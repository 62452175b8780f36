import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { authenticate, createApi, memoryReplayStore } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { httpSignatureAuthentication, importSignatureKey, signRequest } from '../src/index.ts'
import { ed25519PrivatePem } from './rfc9421.ts'
import { setClock, testKeyOf } from './signed-view.ts'

const key = await importSignatureKey('ed25519', ed25519PrivatePem)

describe('an open connection whose request was signed', () => {
  it('a connection is not ended by the age of the signature, nor because it was used, but with its key', async () => {
    setClock(1_790_000_000)
    let isKnown = true
    const scheme = httpSignatureAuthentication({
      keyOf: async (keyId) => (isKnown ? testKeyOf(keyId) : null),
      replays: memoryReplayStore(),
    })
    const api = createApi({ LOGGER: silentLogger })
    const policies = { authentication: [scheme] }
    const options = { key, keyId: 'test-key-ed25519' }
    const request = await signRequest(new Request('https://a.test/feed/'), options)
    const admission = await authenticate(api, request, policies)
    if (!admission.allowed) expect.fail(await admission.response.text())
    expect(await authenticate(api, request, policies)).toMatchObject({ allowed: false })

    setClock(1_790_086_400)
    expect(await admission.isStillAllowed()).toBe(true)
    isKnown = false
    expect(await admission.isStillAllowed()).toBe(false)
  })
})
