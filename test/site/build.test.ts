import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildSite, describeWithSite, root } from './built-site.ts'

describeWithSite('the build of the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const copy = join(folder, 'copy')
  const out = join(folder, 'out')
  afterAll(() => rmSync(folder, { recursive: true }))

  // All that pages link to, without what is installed or built.
  cpSync(root, copy, {
    recursive: true,
    filter: (path) =>
      !/[\\/](?:node_modules|dist|\.git|\.generated|\.astro|\.docs-\w+)$/.test(path),
  })
  const build = (environment: Record<string, string> = {}) =>
    buildSite({ SOURCE_ROOT: copy, SITE_OUT: out, ...environment })

  const breaking = (path: string, text: string) => {
    const file = join(copy, path)
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, `${before}\n${text}\n`)
    return { [Symbol.dispose]: () => writeFileSync(file, before) }
  }

  it('a link to a missing page fails the build of the site', async () => {
    using _ = breaking('docs/views.md', 'See [that](no-such-page.md).')
    await expect(build()).rejects.toThrow(
      'docs/views.md: the link to no-such-page.md leads nowhere.',
    )
  })

  it('a link to a missing heading fails the build of the site', async () => {
    using _ = breaking('docs/views.md', 'See [that](errors.md#no-such-heading).')
    await expect(build()).rejects.toThrow('/errors/#no-such-heading leads to no heading')
  })

  it('the site is built for any host and path', async () => {
    await build({
      SITE_URL: 'https://docs.example.com',
      SITE_BASE: '/turnpike/0.1/',
      SITE_VERSION: '0.1',
      SITE_VERSIONS: JSON.stringify([
        { name: '0.2', base: '/turnpike/' },
        { name: '0.1', base: '/turnpike/0.1/' },
      ]),
    })
    const read = (path: string) => readFileSync(join(out, path), 'utf8')
    const page = read('views/index.html')

    expect(page).toContain(
      '<link rel="canonical" href="https://docs.example.com/turnpike/0.1/views/"',
    )
    expect(page).toContain('href="/turnpike/0.1/items/')
    expect(page).toMatch(/<option value="\/turnpike\/"[^>]*>0\.2</)
    expect(page).toContain('This page is about version 0.1.')
    expect(page).toContain('<meta name="robots" content="noindex"')
    expect(page).not.toMatch(/(?:href|src)="\/(?!turnpike\/0\.1\/|turnpike\/"|\/)/)

    const url = 'https://docs.example.com/turnpike/0.1/'
    expect(read('sitemap-0.xml')).toContain(`<loc>${url}views/</loc>`)
    expect(read('llms.txt')).toMatch(/^# Turnpike\n\n> .+\n/)
    expect(read('llms.txt')).toContain(`](${url}views.md): `)
    expect(read('llms.txt')).toContain('\n## Optional\n')
    expect(read('llms-full.txt')).toContain(`<!-- ${url}views.md -->\n\n# Views and routes\n`)
    expect(read('views.md')).toContain(`](${url}items.md`)
    expect(existsSync(join(out, '404.html'))).toBe(true)
  })
})
