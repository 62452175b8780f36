import { dirname, join } from 'node:path'
import { withTargets } from './markdown.ts'
import type { Page } from './pages.ts'
import { exists, fileUrl } from './repository.ts'

/** Where the pages and the other files of a form of the site are. */
export interface Addresses {
  page(slug: string): string
  /** Of a file by its path in the site: `images/list.png`. */
  file(path: string): string
}

const images = 'docs/images/'

/**
 * The text of a page with its relative links, as a code host follows them, replaced: to other pages,
 * to images, and to files of the repository that are no pages.
 *
 * @throws Error when a link leads nowhere.
 */
export function withSiteLinks(page: Page, pages: readonly Page[], addresses: Addresses): string {
  const slugs = new Map(pages.map(({ path, slug }) => [path, slug]))
  return withTargets(page.body, (target) => {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
    const [file = '', anchor] = target.split('#')
    const path = join(dirname(page.path), decodeURI(file)).replace(/\/$/, '')
    const hash = anchor === undefined ? '' : `#${anchor}`
    const slug = slugs.get(path) ?? slugs.get(`${path}/index.md`)
    if (slug !== undefined) return addresses.page(slug) + hash
    if (!exists(path)) throw new Error(`${page.path}: the link to ${target} leads nowhere.`)
    if (path.startsWith(images)) return addresses.file(path.replace(/^docs\//, ''))
    return fileUrl(path) + hash
  })
}

/** Addresses below the base of the site, `/` or `/turnpike/`: pages of HTML. */
export const htmlAddresses = (base: string): Addresses => ({
  page: (slug) => (slug === '' ? base : `${base}${slug}/`),
  file: (path) => `${base}${path}`,
})

/** Complete addresses, of pages as Markdown: what a program reads out of its place. */
export const markdownAddresses = (base: string): Addresses => ({
  page: (slug) => `${base}${slug || 'index'}.md`,
  file: (path) => `${base}${path}`,
})
