import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { htmlAddresses, withSiteLinks } from './links.ts'
import { type Page, readPages } from './pages.ts'
import { editUrl, root } from './repository.ts'
import { base, versionNotice } from './versions.ts'

/** Loads the Markdown of the repository as pages of Starlight. */
export const repositoryLoader = (): Loader => ({
  name: 'repository',

  async load({ store, parseData, renderMarkdown, generateDigest, logger }) {
    const pages = readPages()
    const addresses = htmlAddresses(base)
    const notice = versionNotice()
    store.clear()
    for (const page of pages) {
      const id = page.slug || 'index'
      const body = withSiteLinks(page, pages, addresses)
      const data = await parseData({
        id,
        data: {
          title: page.title,
          description: page.description,
          editUrl: page.isGenerated ? false : editUrl(page.path),
          ...(notice !== null && { banner: { content: notice } }),
          head: [
            {
              tag: 'link',
              attrs: { rel: 'alternate', type: 'text/markdown', href: `${base}${id}.md` },
            },
            // Search engines find the first version only.
            ...(notice === null
              ? []
              : [{ tag: 'meta', attrs: { name: 'robots', content: 'noindex' } }]),
          ],
        },
      })
      const { html, metadata } = await renderMarkdown(body, {
        fileURL: pathToFileURL(join(root, page.path)),
      })
      const weighted = `<div data-pagefind-weight="${weightOf(page)}">${withScrolling(html)}</div>`
      const rendered = { html: weighted, ...(metadata && { metadata }) }
      store.set({ id, data, body, rendered, digest: generateDigest(body) })
    }
    logger.info(`${pages.length} pages`)
  },
})

/** What the words of a page weigh in the search: a chapter explains what these only mention. */
const weightOf = ({ slug, isGenerated }: Page): number => {
  if (slug === 'project/changelog') return 0.3
  return isGenerated ? 0.5 : 1
}

/** A table wider than a phone scrolls in a box of its own, which the keyboard can reach. */
const withScrolling = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
