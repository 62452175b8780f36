import { expect, it } from 'vitest'
import { ownTarget } from '../../src/comparing/links.ts'

it.each([
  ['http://a.test/v2/n/?cursor=1', '/n/?cursor=1'],
  ['https://public.test/n/?cursor=1', '/n/?cursor=1'],
  ['/v2/n/?cursor=1', '/n/?cursor=1'],
  ['/n/?cursor=1', '/n/?cursor=1'],
  ['http://a.test/v20/n/', null],
  ['http://other.test/n/', null],
  ['//other.test/n/', null],
  ['http://a.test/v2/n/ x', null],
])('the link %s leads to %s of the service at http://a.test/v2', (link, target) => {
  expect(ownTarget(link, ['http://a.test/v2', 'https://public.test'])).toBe(target)
})
