import { describe, expectTypeOf, it } from 'vitest'
import type { ApiRequest, Handler, View } from '../../src/index.ts'

describe('a handler', () => {
  it('takes the request and its view, and nothing for caches', () => {
    expectTypeOf<Parameters<Handler>>().toEqualTypeOf<[request: ApiRequest, view: View]>()
  })
})
