import { dpopClient } from '@turnpike/test-support/dpop.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import { authenticate, createApi, isAuthenticated, watchIdentity } from 'turnpike'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DpopUse, jwtAuthentication } from '../../src/jwt/index.ts'

const ec = await signer()
const ann = await dpopClient()
const url = 'https://api.example.com/feed/'
const api = createApi({
  LOGGER: silentLogger,
  SECRET_KEYS: ['a secret with enough characters for it'],
})

async function admitted(
  headers: Record<string, string>,
  options: { dpop?: DpopUse; clockTolerance?: number } = {},
) {
  let isActive = true
  const userOf = ({ sub }: { sub?: string }) => ({
    username: sub ?? '',
    isAuthenticated: true as const,
    isActive,
  })
  const scheme = jwtAuthentication({ issuer, audience, keys: ec.jwks, userOf, ...options })
  const policies = { authentication: [scheme], permissions: [isAuthenticated] }
  const admission = await authenticate(api, new Request(url, { headers }), policies)
  if (!admission.allowed) expect.fail(await admission.response.text())
  const deactivate = () => {
    isActive = false
  }
  return { ...admission, deactivate }
}

describe('an open connection with a JWT', () => {
  it.each([
    ['without a tolerance for clocks', 0, 101],
    ['within the tolerance and a few seconds', 30, 141],
  ])('ends when the token expires, %s', async (_name, clockTolerance, seconds) => {
    vi.useFakeTimers({ now: 1_790_000_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const exp = 1_790_000_100
    const token = await ec.token({ iat: exp - 100, exp })
    const admission = await admitted({ Authorization: `Bearer ${token}` }, { clockTolerance })
    const { signal } = watchIdentity(api, admission, { intervalSeconds: 86_400 })
    await vi.advanceTimersByTimeAsync(99_000)
    expect(signal.aborted).toBe(false)
    for (let second = 99; second < seconds; second++) await vi.advanceTimersByTimeAsync(1000)
    expect(signal.aborted).toBe(true)
  })

  it('the client is not asked for its proof of DPoP again, but its token and user are checked', async () => {
    const token = await ec.token({ cnf: { jkt: ann.thumbprint } })
    const headers = {
      Authorization: `DPoP ${token}`,
      DPoP: await ann.proof({ url, token }),
    }
    const admission = await admitted(headers, { dpop: 'required' })
    expect(await admission.isStillAllowed()).toBe(true)
    admission.deactivate()
    expect(await admission.isStillAllowed()).toBe(false)
  })

  it('a proof of DPoP that was used before opens no connection', async () => {
    const token = await ec.token({ cnf: { jkt: ann.thumbprint } })
    const headers = { Authorization: `DPoP ${token}`, DPoP: await ann.proof({ url, token }) }
    const scheme = jwtAuthentication({
      issuer,
      audience,
      keys: ec.jwks,
      userOf: () => ({ isActive: true }),
      dpop: 'required',
    })
    const policies = { authentication: [scheme] }
    const admit = () => authenticate(api, new Request(url, { headers }), policies)
    expect([(await admit()).allowed, (await admit()).allowed]).toEqual([true, false])
  })
})
