import { describe, expectTypeOf, it } from 'vitest'
import type { ErrorDetail } from '../../src/index.ts'
import { ApiResponse } from '../../src/index.ts'

declare const promise: Promise<{ title: string }>
declare const perhaps: string | Promise<string>
declare const detail: ErrorDetail
declare const unknown: unknown

/** These are types: they are checked when they are compiled. */
const never = () => false

describe('the type of the data of an ApiResponse', () => {
  it('is no promise, nor one of several that may be one', () => {
    if (!never()) return
    // @ts-expect-error await it first
    new ApiResponse(promise)
    // @ts-expect-error await it first
    new ApiResponse(promise, 201)
    // @ts-expect-error await it first
    new ApiResponse(perhaps)
  })

  it('is that of whatever else it is given', () => {
    if (!never()) return
    expectTypeOf(new ApiResponse({ title: 'Emma' }).data).toEqualTypeOf<{ title: string }>()
    expectTypeOf(new ApiResponse(detail).data).toEqualTypeOf<ErrorDetail>()
    expectTypeOf(new ApiResponse(unknown).data).toEqualTypeOf<unknown>()
    expectTypeOf(new ApiResponse().data).toEqualTypeOf<unknown>()
    new ApiResponse(undefined, 204)
  })

  it('is unknown where a function is generic', () => {
    const wrap = <Data>(data: Data) => new ApiResponse<unknown>(data)
    expectTypeOf(wrap(1)).toEqualTypeOf<ApiResponse<unknown>>()
  })
})
