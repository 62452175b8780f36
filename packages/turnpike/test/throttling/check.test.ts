import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { ApiResponse, isAuthenticated, type Throttle } from '../../src/index.ts'

const open: Throttle = { allowRequest: () => ({ allowed: true }) }
const refusing = (wait: number | null): Throttle => ({
  allowRequest: async () => ({ allowed: false, wait }),
})

const get = async (throttles: readonly Throttle[]) => {
  const response = await oneView({ throttles, get: () => new ApiResponse('fresh') }).get('/')
  const { detail = null } = await response.json()
  return { status: response.status, detail, retryAfter: response.headers.get('Retry-After') }
}

describe('the throttles of a view', () => {
  it('the throttles of a view let the request through when none refuses', async () => {
    expect(await get([])).toMatchObject({ status: 200 })
    expect(await get([open, open])).toMatchObject({ status: 200 })
  })

  it('throttles refuse with 429, the wait in the text and in Retry-After', async () => {
    expect(await get([open, refusing(12.3)])).toEqual({
      status: 429,
      detail: 'Request was throttled. Expected available in 13 seconds.',
      retryAfter: '13',
    })
  })

  it('a 429 has the longest known wait, wherever it stands', async () => {
    for (const waits of [
      [3, 70, 5],
      [70, 3, null],
      [null, 3, 70],
    ]) {
      expect(await get(waits.map(refusing))).toMatchObject({ retryAfter: '70' })
    }
  })

  it('a 429 has no wait when none is known', async () => {
    expect(await get([refusing(null), refusing(null)])).toEqual({
      status: 429,
      detail: 'Request was throttled.',
      retryAfter: null,
    })
  })

  it('a 429 has a known wait of zero in the text alone', async () => {
    expect(await get([refusing(0)])).toEqual({
      status: 429,
      detail: 'Request was throttled. Expected available in 0 seconds.',
      retryAfter: null,
    })
  })

  it('the throttles of a view are all asked, and all count, also when another refuses', async () => {
    const asked: string[] = []
    const counting = (name: string, throttle: Throttle): Throttle => ({
      allowRequest(request, view) {
        asked.push(name)
        return throttle.allowRequest(request, view)
      },
    })

    await get([counting('first', refusing(1)), counting('second', open), counting('third', open)])
    expect(asked).toEqual(['first', 'second', 'third'])
  })

  it('the throttles of a view are asked after the permissions and before the method is looked up', async () => {
    let count = 0
    const counting: Throttle = {
      allowRequest() {
        count++
        return { allowed: true }
      },
    }
    const closed = oneView({
      authentication: [{ authenticate: () => null, challenge: () => 'Card' }],
      permissions: [isAuthenticated],
      throttles: [counting],
    })
    expect((await closed.get('/')).status).toBe(401)
    expect(count).toBe(0)

    const open405 = oneView({ throttles: [counting] })
    expect((await open405.delete('/')).status).toBe(405)
    expect(count).toBe(1)
  })

  it('the throttles of a view receive the view', async () => {
    let seen: unknown
    const looking: Throttle = {
      allowRequest(_request, view) {
        seen = view.throttleScope
        return { allowed: true }
      },
    }
    const view = { throttles: [looking], get: () => new ApiResponse() }

    await oneView({ ...view, throttleScope: 'uploads' }).get('/')
    expect(seen).toBe('uploads')
    await oneView(view).get('/')
    expect(seen).toBeNull()
  })
})
