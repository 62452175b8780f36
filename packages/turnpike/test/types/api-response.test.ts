import { describe, expectTypeOf, it } from 'vitest'
import { ApiResponse, type ErrorDetail } from '../../src/index.ts'

declare const promise: Promise<{ title: string }>
declare const perhaps: string | Promise<string>
declare const detail: ErrorDetail
declare const unknown: unknown

/** These are types: they are checked when they are compiled. */
const never = () => false

describe('the type of the data of an ApiResponse', () => {
  it('the type of response data excludes promises, and unions with one', () => {
    if (!never()) return
    // @ts-expect-error await it first
    new ApiResponse(promise)
    // @ts-expect-error await it first
    new ApiResponse(promise, 201)
    // @ts-expect-error await it first
    new ApiResponse(perhaps)
  })

  it('the type of response data is that of the given value', () => {
    if (!never()) return
    expectTypeOf(new ApiResponse({ title: 'Emma' }).data).toEqualTypeOf<{ title: string }>()
    expectTypeOf(new ApiResponse(detail).data).toEqualTypeOf<ErrorDetail>()
    expectTypeOf(new ApiResponse(unknown).data).toEqualTypeOf<unknown>()
    expectTypeOf(new ApiResponse().data).toEqualTypeOf<unknown>()
    new ApiResponse(undefined, 204)
  })

  it('the type of response data is unknown in a generic function', () => {
    const wrap = <Data>(data: Data) => new ApiResponse<unknown>(data)
    expectTypeOf(wrap(1)).toEqualTypeOf<ApiResponse<unknown>>()
  })
})
