import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { testClient } from '@turnpike/testing'
import { expect, it } from 'vitest'
import { createApi } from '../../../src/api.ts'
import { ApiResponse } from '../../../src/http/response.ts'
import type { RenderContext, Renderer } from '../../../src/rendering/renderer.ts'
import { routes } from '../../../src/routes.ts'

/** The contexts that a renderer got with two requests. */
async function twoContexts(): Promise<[RenderContext, RenderContext]> {
  const seen: RenderContext[] = []
  const recording: Renderer = {
    mediaType: 'application/json',
    format: 'json',
    charset: null,
    render(_data, context) {
      seen.push(context)
      return '{}'
    },
  }
  const view = createApi().view({ renderers: [recording], get: () => new ApiResponse({}) })
  const client = testClient(routes(createApi(), { '/': view }))
  await client.get('/')
  await client.get('/')
  const [first, second] = seen
  if (first === undefined || second === undefined) throw new Error('Nothing was rendered.')
  return [first, second]
}

it('a copy of a render context has the header fields of the answer', async () => {
  const [context] = await twoContexts()

  expect({ ...context }.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})

// V8 puts the accessors of such objects into its old generation: what the getter of an object
// literal uses stays in memory until a full garbage collection, here the whole request.
it('the render contexts of all requests share their accessors', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const isFast = runInNewContext('(value) => %HasFastProperties(value)')
  const literal = (n: number) => ({
    get value() {
      return n
    },
  })
  expect(isFast(literal(1))).toBe(false)

  const [first, second] = await twoContexts()

  expect(isFast(first)).toBe(true)
  expect(isFast(second)).toBe(true)
})
