import { describe, expect, it } from 'vitest'
import { htmlAddresses, withSiteLinks } from '../../site/sources/links.ts'
import { firstSentence, splitTitle, withTargets } from '../../site/sources/markdown.ts'
import { readPages } from '../../site/sources/pages.ts'

const pages = readPages()
const addresses = htmlAddresses('/turnpike/')

/** A text as it is on the page that is made of docs/views.md. */
const shown = (body: string, path = 'docs/views.md') =>
  withSiteLinks(
    { path, slug: '', title: '', description: '', body, isGenerated: false },
    pages,
    addresses,
  )

describe('the links of a page of the site', () => {
  it.each([
    ['[x](items.md)', '[x](/turnpike/items/)'],
    ['[x](items.md#a-b "title")', '[x](/turnpike/items/#a-b "title")'],
    ['[x](../README.md)', '[x](/turnpike/)'],
    ['[`x`](../CHANGELOG.md#unreleased)', '[`x`](/turnpike/project/changelog/#unreleased)'],
    ['![x](images/list.png)', '![x](/turnpike/images/list.png)'],
    ['[x]: images/list.png', '[x]: /turnpike/images/list.png'],
    ['<img src="images/form.png" alt="">', '<img src="/turnpike/images/form.png" alt="">'],
    ['[x](#here) [x](https://example.com/a.md)', '[x](#here) [x](https://example.com/a.md)'],
    ['`[x](items.md)`', '`[x](items.md)`'],
    ['```md\n[x](items.md)\n```', '```md\n[x](items.md)\n```'],
    ['````md\n```\n[x](items.md)\n```\n````', '````md\n```\n[x](items.md)\n```\n````'],
  ])('a link is rewritten for the site: %j', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it('a link to a file that is no page leads to the repository', () => {
    expect(shown('[x](../test/docs.test.ts)')).toBe(
      '[x](https://github.com/turnpike-api/turnpike/blob/main/test/docs.test.ts)',
    )
    expect(shown('[x](../bench/)')).toContain('/turnpike/tree/main/bench)')
  })

  it('a link to a missing file is an error that names the page and the link', () => {
    expect(() => shown('[x](itmes.md)')).toThrow(
      'docs/views.md: the link to itmes.md leads nowhere.',
    )
  })
})

describe('what is taken from the Markdown of a page', () => {
  it('the title of a page is its first heading, without markup', () => {
    expect(splitTitle('# The `x` of [y](z.md)\n\nText.')).toEqual({
      title: 'The x of y',
      body: 'Text.',
    })
    expect(splitTitle('Text.')).toBeNull()
  })

  it('the description of a page is its first sentence', () => {
    expect(firstSentence('![x](y.png)\n\nA **view** of\n`x.y`. More.')).toBe('A view of x.y.')
    expect(firstSentence('```ts\ncode\n```\n')).toBeNull()
  })

  it('code between two links is left alone', () => {
    expect(withTargets('[a](b) `` ` [c](d) `` [e](f)', (target) => target.toUpperCase())).toBe(
      '[a](B) `` ` [c](d) `` [e](F)',
    )
  })
})
