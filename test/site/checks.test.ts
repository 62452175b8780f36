import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withContentPolicy } from '../../site/checks/content-policy.ts'
import { partsOf } from '../../site/checks/html.ts'
import { deadLinks } from '../../site/checks/links.ts'

/** What the check says of the page `views/` of a site that has `items/` too. */
const faults = (body: string) => {
  const pages = new Map([
    ['views/index.html', partsOf(`<html><head></head><body>${body}</body></html>`)],
    ['items/index.html', partsOf('<html><body><h2 id="a&amp;b">A</h2></body></html>')],
  ])
  const files = new Set([...pages.keys(), 'images/list.png', 'views.md'])
  return deadLinks({ url: 'https://example.com/docs/', pages, files, others: ['/docs/0.1/'] })
}

describe('the check of the built site', () => {
  it.each([
    '<a href="/docs/items/">x</a>',
    '<a href="../items/#a&amp;b">x</a>',
    '<a href="https://example.com/docs/items/">x</a>',
    '<a href="https://elsewhere.example/items/">x</a>',
    '<a href="/docs/0.1/">x</a>',
    '<a href="/docs/views.md">x</a>',
    '<p id="here"><a href="#here">x</a><a href="#_top">x</a>',
    '<img src="/docs/images/list.png"><img src="data:image/png;base64,AA">',
  ])('a link that leads somewhere is accepted: %s', (body) => {
    expect(faults(body)).toEqual([])
  })

  it.each([
    ['<a href="/docs/itmes/">x</a>', '/docs/itmes/ leads to no file'],
    ['<a href="/items/">x</a>', '/items/ leads out of the site'],
    ['<a href="../items/#b">x</a>', '../items/#b leads to no heading'],
    ['<a href="#there">x</a>', '#there leads to no heading'],
    ['<img src="/docs/images/lost.png">', '/docs/images/lost.png leads to no file'],
    [
      '<img src="https://cdn.example/a.png">',
      'https://cdn.example/a.png would be loaded from another host',
    ],
    [
      '<script src="//cdn.example/a.js"></script>',
      '//cdn.example/a.js would be loaded from another host',
    ],
    [
      '<link rel="stylesheet" href="https://fonts.example/a.css">',
      'https://fonts.example/a.css would be loaded from another host',
    ],
  ])('a link that leads nowhere, or loads from another host, is reported: %s', (body, fault) => {
    expect(faults(body)).toEqual([`views/index.html: ${fault}`])
  })
})

describe('the content security policy of a page', () => {
  it('the policy of a page allows its own scripts by their hashes, before anything is loaded', () => {
    const html = '<html><head><meta charset="utf-8"/><script>a < b</script></head></html>'
    const hash = createHash('sha256').update('a < b').digest('base64')
    const page = withContentPolicy(html, partsOf(html))

    expect(page).toMatch(
      /^<html><head><meta charset="utf-8"\/><meta http-equiv="content-security-policy"/,
    )
    expect(page).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
    expect(page).toContain("default-src 'none';")
  })
})
