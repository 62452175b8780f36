import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import app from '../../examples/custom-pagination/app.ts'

const { get } = testClient(app)
const titles = (numbers: number[]) => numbers.map((id) => ({ id, title: `Milestone ${id}` }))

// Spec, Custom pagination styles.
describe('the custom pagination examples', () => {
  it('"may place next and previous links in a nested links object"', async () => {
    const response = await get('/object/?page=2')

    expect(await response.json()).toEqual({
      links: {
        next: 'http://testserver/object/?page=3',
        previous: 'http://testserver/object/',
      },
      count: 1000,
      results: titles([6, 7, 8, 9, 10]),
    })
  })

  it('"or in a Link header instead of the body"', async () => {
    const first = await get('/header/')
    const second = await get('/header/?page=2')
    const last = await get('/header/?page=last')

    expect(await second.json()).toEqual(titles([6, 7, 8, 9, 10]))
    expect(first.headers.get('Link')).toBe('<http://testserver/header/?page=2>; rel="next"')
    expect(second.headers.get('Link')).toBe(
      '<http://testserver/header/?page=3>; rel="next", <http://testserver/header/>; rel="prev"',
    )
    expect(last.headers.get('Link')).toBe('<http://testserver/header/?page=199>; rel="prev"')
  })

  it('the custom styles refuse a missing page like the style they vary', async () => {
    expect((await get('/header/?page=201')).status).toBe(404)
  })
})
