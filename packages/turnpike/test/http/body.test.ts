import { describe, expect, it } from 'vitest'
import { ContentTooLarge } from '../../src/errors/exceptions.ts'
import { BodyCollector } from '../../src/http/body.ts'

const collector = (maxBytes: number) => new BodyCollector(new Headers(), maxBytes)

describe('a body that is collected', () => {
  it('a body is collected in copies, so that many small chunks take no more memory than their bytes', () => {
    const body = collector(100_000)
    const chunk = new Uint8Array(1)
    for (let index = 0; index < 100_000; index++) {
      chunk[0] = index
      body.add(chunk)
    }
    expect(body.join()).toEqual(Uint8Array.from({ length: 100_000 }, (_, index) => index))
  })

  it('a collected body has the bytes of chunks of any length, and no more', () => {
    const body = collector(10)
    expect(body.join()).toHaveLength(0)

    for (const chunk of [[1, 2, 3], [], [4], [5, 6, 7, 8, 9]]) body.add(Uint8Array.from(chunk))
    expect(body.join()).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))
    expect(body.join().buffer.byteLength).toBe(9)
  })

  it('more bytes of a body than the maximum are refused, declared or sent', () => {
    const body = collector(3)
    body.add(Uint8Array.of(1, 2, 3))
    expect(() => body.add(Uint8Array.of(4))).toThrow(ContentTooLarge)
    expect(() => new BodyCollector(new Headers({ 'Content-Length': '4' }), 3)).toThrow(
      ContentTooLarge,
    )
  })
})
