import { describe, expect, it } from 'vitest'
import { stamp } from '../../src/caching/stamp.ts'

describe('a stamp', () => {
  it('a stamp belongs to the object, and not to a copy of it', () => {
    const colours = stamp<object, string>()
    const object = { slice: () => [] }
    expect(colours.get(object)).toBeUndefined()
    colours.set(object, 'red')
    colours.set(object, 'blue')

    expect(colours.get(object)).toBe('blue')
    expect(colours.get({ ...object })).toBeUndefined()
    colours.delete(object)
    expect(colours.get(object)).toBeUndefined()
  })

  it('two stamps of one object are independent', () => {
    const [colours, sizes] = [stamp<object, string>(), stamp<object, number>()]
    const object = {}
    colours.set(object, 'red')
    expect(sizes.get(object)).toBeUndefined()
    sizes.set(object, 7)
    expect([colours.get(object), sizes.get(object)]).toEqual(['red', 7])
  })

  it('no other code can see a stamp', () => {
    const requests = stamp<Request, string>()
    const request = new Request('http://testserver/')
    const before = Reflect.ownKeys(request)
    requests.set(request, 'secret')
    expect(Reflect.ownKeys(request)).toEqual(before)
    expect(requests.get(request.clone())).toBeUndefined()
    expect(requests.get(new Request(request))).toBeUndefined()
  })
})
