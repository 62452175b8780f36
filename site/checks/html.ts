import { ELEMENT_NODE, type Node, parse, TEXT_NODE, walkSync } from 'ultrahtml'

/** What the checks need of a page. */
export interface PageParts {
  readonly ids: ReadonlySet<string>
  /** What a reader may follow: the `href` of links. */
  readonly links: readonly string[]
  /** What a browser loads with the page: pictures, scripts, styles, icons. */
  readonly loaded: readonly string[]
  /** The text of the scripts in the page. */
  readonly scripts: readonly string[]
  /** The text of the styles in the page. */
  readonly styles: readonly string[]
}

const loadedLinks = /stylesheet|icon|preload|modulepreload|manifest/

export function partsOf(html: string): PageParts {
  const ids = new Set<string>()
  const parts = { ids, links: [], loaded: [], scripts: [], styles: [] } as {
    ids: Set<string>
    links: string[]
    loaded: string[]
    scripts: string[]
    styles: string[]
  }
  walkSync(parse(html), (node: Node) => {
    if (node.type !== ELEMENT_NODE) return
    const { name, attributes } = node
    const { id, href, src, rel = '' } = attributes as Record<string, string | undefined>
    if (id !== undefined) ids.add(decoded(id))
    if (href !== undefined && name === 'link' && loadedLinks.test(rel)) parts.loaded.push(href)
    if (href !== undefined && name === 'a') parts.links.push(decoded(href))
    if (src !== undefined) parts.loaded.push(decoded(src))
    if (src === undefined && name === 'script') parts.scripts.push(textOf(node))
    if (name === 'style') parts.styles.push(textOf(node))
  })
  return parts
}

const textOf = ({ children }: { children: Node[] }): string =>
  children.map((child) => (child.type === TEXT_NODE ? child.value : '')).join('')

const decoded = (text: string): string =>
  text.replaceAll('&#x26;', '&').replaceAll('&#38;', '&').replaceAll('&amp;', '&')
