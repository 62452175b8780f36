import { listedIn, readOn, type Section } from './listed.ts'
import { type Page, projectFiles, slugOf } from './pages.ts'
import { subpaths } from './repository.ts'

export interface SidebarLink {
  label: string
  slug: string
}

export interface SidebarGroup {
  label: string
  collapsed?: boolean
  items: (SidebarLink | SidebarGroup)[]
}

/**
 * The groups of the sidebar. The tables of “Read on” in the README decide: the first one is the start,
 * with a group for each folder that it names, the second is for readers who come from Django, the last
 * one is the project, and the others are the chapters, in which a folder is a group, too.
 */
export function sidebar(pages: readonly Page[]): SidebarGroup[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  const link = (path: string, label = titles.get(path)): SidebarLink => {
    if (label === undefined) throw new Error(`${path} is listed, and is no page.`)
    return { label, slug: slugOf(path) || 'index' }
  }
  const links = ({ pages }: Section) => pages.map(({ path }) => link(path))

  const sections = readOn()
  const [start, django, last] = [sections.at(0), sections.at(1), sections.at(-1)]
  if (start === undefined || django === undefined || last === undefined) {
    throw new Error('“Read on” lists no pages.')
  }
  const isFolder = (path: string) => path.endsWith('/index.md')
  // “Tutorial: a help desk in an hour” is the group “Tutorial”.
  const folder = (index: string) => ({
    label: titles.get(index)?.replace(/:.*/, '') ?? '',
    items: [link(index, 'Overview'), ...folderItems(listedIn(index), links)],
  })
  const folders = start.pages.map(({ path }) => path).filter(isFolder)

  return [
    {
      label: start.heading ?? '',
      items: [
        link('README.md', 'Turnpike'),
        ...start.pages.filter(({ path }) => !isFolder(path)).map(({ path }) => link(path)),
      ],
    },
    ...folders.map(folder),
    { label: django.heading ?? '', collapsed: true, items: links(django) },
    {
      label: 'Reference',
      items: sections.slice(2, -1).map((section) => ({
        label: section.heading ?? '',
        collapsed: true,
        items: section.pages.map(({ path }) =>
          isFolder(path) ? { ...folder(path), collapsed: true } : link(path),
        ),
      })),
    },
    {
      label: 'API',
      collapsed: true,
      items: subpaths
        .map(({ name }) => ({ label: name, slug: apiSlug(name) }))
        .filter(({ slug }) => pages.some((page) => page.slug === slug)),
    },
    {
      label: last.heading ?? '',
      items: [...links(last), ...projectFiles.map((path) => link(path))],
    },
  ].filter(({ items }) => items.length > 0)
}

/** `@turnpike/sql` → `api/turnpike/sql` */
export const apiSlug = (subpath: string): string => `api/${subpath.replace('@', '')}`

/** Pages under headings become groups of their own, if the folder has several. */
function folderItems(
  sections: readonly Section[],
  links: (section: Section) => SidebarLink[],
): SidebarGroup['items'] {
  return sections.flatMap((section): SidebarGroup['items'] =>
    section.heading === null || sections.length < 2
      ? links(section)
      : [{ label: section.heading, collapsed: true, items: links(section) }],
  )
}
