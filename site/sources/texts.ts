import { type Addresses, withSiteLinks } from './links.ts'
import type { Page } from './pages.ts'
import { description } from './repository.ts'
import { type SidebarGroup, type SidebarLink, sidebar } from './sidebar.ts'

/** A page as Markdown, with its title. */
export const markdownOf = (page: Page, pages: readonly Page[], addresses: Addresses): string =>
  `# ${page.title}\n\n${withSiteLinks(page, pages, addresses)}`

/**
 * `llms.txt`, in the form of llmstxt.org: what the project is, and its pages with a line each. Under
 * “Optional” is what a reader with little room leaves out.
 */
export function llmsIndex(pages: readonly Page[], addresses: Addresses): string {
  const groups = groupsOf(pages)
  const parts = groups.map(({ label, pages }, index) => {
    const heading = index === groups.length - 1 ? 'Optional' : label
    const lines = pages.map(
      ({ title, slug, description }) => `- [${title}](${addresses.page(slug)}): ${description}`,
    )
    return `## ${heading}\n\n${lines.join('\n')}`
  })
  const intro = [
    'Every page below is Markdown. All but the reference of single exports and the changelog are in',
    `one text: [llms-full.txt](${addresses.file('llms-full.txt')}).`,
  ].join('\n')
  return `${['# Turnpike', `> ${description}`, intro, ...parts].join('\n\n')}\n`
}

/** The documentation as one text, each page under its address. */
export function llmsFull(pages: readonly Page[], addresses: Addresses): string {
  return groupsOf(pages)
    .flatMap((group) => group.pages)
    .filter(({ isGenerated, slug }) => !isGenerated && slug !== 'project/changelog')
    .map(
      (page) =>
        `<!-- ${addresses.page(page.slug)} -->\n\n${markdownOf(page, pages, addresses).trim()}\n`,
    )
    .join('\n\n')
}

/** The groups of the sidebar one after another: those within others as `Reference: Lists`. */
function groupsOf(pages: readonly Page[]): { label: string; pages: Page[] }[] {
  const bySlug = new Map(pages.map((page) => [page.slug || 'index', page]))
  const flat = ({ label, items }: SidebarGroup): { label: string; pages: Page[] }[] => {
    const own = items.filter((item): item is SidebarLink => 'slug' in item)
    const inner = items.filter((item): item is SidebarGroup => 'items' in item).flatMap(flat)
    return [
      { label, pages: own.flatMap(({ slug }) => bySlug.get(slug) ?? []) },
      ...inner.map((group) => ({ ...group, label: `${label}: ${group.label}` })),
    ].filter(({ pages }) => pages.length > 0)
  }
  return sidebar(pages).flatMap(flat)
}
