import { describe, expect, it } from 'vitest'
import { readPages } from '../../site/sources/pages.ts'
import { type SidebarGroup, sidebar } from '../../site/sources/sidebar.ts'

const pages = readPages().filter(({ isGenerated }) => !isGenerated)
const groups = sidebar(pages)

describe('the sidebar of the site', () => {
  it('every page of the documentation is in the sidebar once', () => {
    const slugs = groups.flatMap(slugsOf).map((slug) => (slug === 'index' ? '' : slug))
    expect(slugs.toSorted()).toEqual(pages.map(({ slug }) => slug).toSorted())
  })

  it('the sidebar begins with the README and ends with the project', () => {
    expect(groups.at(0)?.items.at(0)).toEqual({ label: 'Turnpike', slug: 'index' })
    expect(groups.at(-1)?.items.at(-1)).toEqual({ label: 'Changelog', slug: 'project/changelog' })
  })

  it('the pages for readers who come from Django are one group, and none is in the start', () => {
    const django = groups.find(({ label }) => label === 'From Django')
    expect(django && slugsOf(django)).toEqual(['moving-from-django', 'from-django', 'django'])
    expect(
      groups
        .at(0)
        ?.items.map(({ label }) => label)
        .join(),
    ).not.toContain('Django')
  })

  it('the chapters are in the groups of the table in the README', () => {
    const { items = [] } = groups.find(({ label }) => label === 'Reference') ?? {}
    const lists = items.find(({ label }) => label === 'Lists')
    expect(lists && slugsOf(lists as SidebarGroup)).toContain('pagination')
  })

  it('a folder among the chapters is a group that begins with its index', () => {
    const { items = [] } = groups.find(({ label }) => label === 'Reference') ?? {}
    const production = items.find(({ label }) => label === 'In production') as SidebarGroup
    const security = production.items.find(({ label }) => label === 'Security') as SidebarGroup
    expect(security.items.at(0)).toEqual({ label: 'Overview', slug: 'security' })
    expect(slugsOf(security)).toContain('security/leaked-secrets')
  })
})

describe('the pages of the site', () => {
  it('no two pages of the site have the same address', () => {
    const slugs = pages.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  it.each(pages)('$path is described in a line without markup', ({ description }) => {
    expect(description).toMatch(/^.{5,250}$/)
    expect(description).not.toMatch(/\]\(|```|\*\*/)
  })
})

function slugsOf({ items }: SidebarGroup): string[] {
  return items.flatMap((item) => ('slug' in item ? [item.slug] : slugsOf(item)))
}
