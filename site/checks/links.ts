import type { PageParts } from './html.ts'

/** A site as it was built. */
export interface BuiltSite {
  /** `https://example.com/turnpike/`: where it will be. */
  readonly url: string
  /** The pages by their paths in the site: `views/index.html`. */
  readonly pages: ReadonlyMap<string, PageParts>
  /** The paths of all its files. */
  readonly files: ReadonlySet<string>
  /** Where other versions of it are on the host: `/turnpike/0.1/`. */
  readonly others: readonly string[]
}

/** Every link within the site that leads nowhere, and everything that is loaded from elsewhere. */
export function deadLinks(site: BuiltSite): string[] {
  return [...site.pages].flatMap(([path, { links, loaded }]) => {
    const page = new URL(path.replace(/index\.html$/, ''), site.url)
    return [
      ...links.map((link) => fault(link, page, site)),
      ...loaded.map((address) => foreign(address, page, site) ?? fault(address, page, site)),
    ].flatMap((each) => (each === null ? [] : [`${path}: ${each}`]))
  })
}

function fault(link: string, page: URL, site: BuiltSite): string | null {
  const { url, pages, files, others } = site
  const target = URL.parse(link, page)
  if (target === null) return `${link} is not a URL`
  if (target.origin !== page.origin || others.includes(target.pathname)) return null
  if (!target.pathname.startsWith(new URL(url).pathname)) return `${link} leads out of the site`

  const path = decodeURI(target.pathname.slice(new URL(url).pathname.length))
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
  if (!files.has(file)) return `${link} leads to no file`
  const anchor = decodeURIComponent(target.hash.slice(1))
  if (anchor === '' || anchor === '_top') return null
  return pages.get(file)?.ids.has(anchor) ? null : `${link} leads to no heading`
}

function foreign(address: string, page: URL, { url }: BuiltSite): string | null {
  const target = URL.parse(address, page)
  if (target?.protocol === 'data:' || target?.origin === new URL(url).origin) return null
  return `${address} would be loaded from another host`
}
