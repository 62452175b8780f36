import { processorTime } from '@turnpike/test-support/processor-time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiResponse } from '../../../src/index.ts'
import { browser, markup, shownBody } from '../page.ts'

const pageOf = (data: unknown) => markup(browser({ get: () => new ApiResponse(data) }))

/** The links in the shown body: where they lead, and their text. */
async function linksOf(data: unknown): Promise<[href: string, text: string][]> {
  const page = await pageOf(data)
  const body = page.slice(page.indexOf('<pre class="body"'), page.indexOf('</pre>'))
  return [...body.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, href = '', text = '']) => [
    href,
    text,
  ])
}

describe('the body of a page', () => {
  it('the body of a page is the JSON that programs get, for any data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (data) => {
        expect(shownBody(await pageOf(data))).toBe(JSON.stringify(data, null, 2))
      }),
    )
  })

  it('escapes what would show another text than there is', async () => {
    const data = {
      name: '\u202enimda\u202c \u2066\u200f\x85',
      url: 'http://a.test/\u202e',
    }
    const text = shownBody(await pageOf(data))

    expect(text).toContain(String.raw`\u202enimda\u202c \u2066\u200f\u0085`)
    expect(JSON.parse(text)).toEqual(data)
    expect(text).not.toMatch(/[\u202e\u202c\u2066\x85]/)
  })

  it('a long body is shown as plain text: markup would hold up other requests', async () => {
    const item = { url: 'https://example.com/' }
    const long = Array(20_000).fill(item)

    expect(await linksOf(Array(1000).fill(item))).toHaveLength(1000)
    expect(await linksOf(long)).toEqual([])
    expect(shownBody(await pageOf(long))).toBe(JSON.stringify(long, null, 2))
  })

  it.each([
    ['null', null],
    ['false', false],
    ['a text', 'x'],
    ['an empty list', []],
    ['an empty object', {}],
    ['a date', { created: new Date(0) }],
    ['a lone surrogate', { text: '\ud800' }],
    ['a name with a colon and quotes', { '": "': '": "', ',': ',' }],
    ['a name that ends in a backslash', { '\\': 'x\\', '\\"': '\\",' }],
    ['line breaks', { 'a\nb': 'c\r\nd\u2028e' }],
  ])('the body of a page shows %s', async (_name, data) => {
    expect(shownBody(await pageOf(data))).toBe(JSON.stringify(data, null, 2))
  })

  it('marks texts and numbers, and leaves the rest plain', async () => {
    const page = await pageOf({ a: 'b', c: -1.5, d: true, e: ['f', 2, null] })

    expect(page).toContain('&quot;a&quot;: <span class="s">&quot;b&quot;</span>,\n')
    expect(page).toContain('&quot;c&quot;: <span class="n">-1.5</span>,\n')
    expect(page).toContain('&quot;d&quot;: true,\n')
    expect(page).toContain('    <span class="s">&quot;f&quot;</span>,\n')
    expect(page).toContain('    <span class="n">2</span>,\n    null\n')
  })

  it('a body of 4,000 rows, or of one long text, is rendered in moderate time', async () => {
    const rows = Array.from({ length: 4_000 }, (_, id) => ({
      id,
      title: `Row ${id}`,
      url: `https://example.com/${id}`,
    }))
    const text = `https://example.com/${'\\"'.repeat(55_000)}`
    const time = await processorTime(async () => {
      await pageOf(rows)
      await pageOf({ text, [text]: 1 })
    })

    // Some 0.1 s; work that grows with the square would take minutes. Longer bodies stay plain text.
    expect(time).toBeLessThan(10_000)
  })
})

describe('links in the body', () => {
  it('texts that are an http or https URL from end to end become links', async () => {
    expect(
      await linksOf({
        next: 'http://testserver/notes/?a=1&page=2',
        list: ['HTTPS://EXAMPLE.com/%20#x'],
      }),
    ).toEqual([
      ['http://testserver/notes/?a=1&amp;page=2', 'http://testserver/notes/?a=1&amp;page=2'],
      ['HTTPS://EXAMPLE.com/%20#x', 'HTTPS://EXAMPLE.com/%20#x'],
    ])
  })

  it('other texts do not become links', async () => {
    expect(
      await linksOf([
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)//http://example.com/',
        'data:text/html,<script>alert(1)</script>',
        'vbscript:x',
        '//example.com/',
        '/notes/',
        'see http://example.com/',
        'http://example.com/ and more',
        'http://example.com/\nx',
        '\u0001http://example.com/',
        ' http://example.com/',
        'http://',
        'http:example.com',
        'http://exa mple.com/',
        'https://[::1',
      ]),
    ).toEqual([])
  })

  it('names do not become links', async () => {
    expect(await linksOf({ 'http://example.com/': 1 })).toEqual([])
  })

  it('links in the body lead where the text says, also with quotes in it', async () => {
    const [link] = await linksOf({ url: `https://example.com/"'><b>` })

    expect(link?.[0]).toBe('https://example.com/&quot;&#39;&gt;&lt;b&gt;')
    expect(link?.[1]).toBe('https://example.com/\\&quot;&#39;&gt;&lt;b&gt;')
  })
})
