import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import app from '../../examples/custom-scheme/app.ts'

const { get } = testClient(app)
const named = (username: string) => ({ headers: { 'X-Username': username } })

// Spec, Custom schemes, example rule.
describe('the custom scheme example', () => {
  it('authenticates a known username as (user, null)', async () => {
    const response = await get('/me/', named('ann'))

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ username: 'ann' })
  })

  it('the custom scheme is not attempted without the header, and denies with 403 without a challenge', async () => {
    const response = await get('/me/')

    expect(response.status).toBe(403)
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
    expect(await response.json()).toEqual({
      detail: 'Authentication credentials were not provided.',
    })
  })

  it('fails for an unknown username with "No such user"', async () => {
    const response = await get('/me/', named('ghost'))

    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ detail: 'No such user' })
  })

  it('answers 401 with its challenge when it has one', async () => {
    for (const response of [await get('/challenged/'), await get('/challenged/', named('ghost'))]) {
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toBe('X-Username realm="api"')
    }
  })
})
