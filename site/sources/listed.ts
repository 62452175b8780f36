import { dirname, join } from 'node:path'
import { plain } from './markdown.ts'
import { exists, markdownBelow, read } from './repository.ts'

/** A page as a table or a list of another page shows it. */
export interface Listed {
  readonly path: string
  /** What the row says of it, or null. */
  readonly description: string | null
}

/** The pages of a group, whose heading is null before the first one. */
export interface Section {
  readonly heading: string | null
  readonly pages: readonly Listed[]
}

/** “Read on” of the README: its headings, and the pages of `docs/` under each. */
export function readOn(): Section[] {
  const [, text = ''] = read('README.md').split(/^## Read on$/m)
  return sectionsOf(text, 'README.md').filter(({ heading }) => heading !== null)
}

/** The pages of `docs/guides/`, as `docs/guides/index.md` lists them. */
export const listedIn = (index: string): Section[] => sectionsOf(read(index), index)

/** Every page that a table or a list shows, by its path. */
export function listedPages(): Map<string, Listed> {
  const indexes = markdownBelow('docs').filter((path) => path.endsWith('/index.md'))
  const sections = [...readOn(), ...indexes.flatMap(listedIn)]
  return new Map(sections.flatMap(({ pages }) => pages).map((page) => [page.path, page]))
}

/**
 * The listed pages in groups: by the first cell of the row if it is a theme, by the heading above
 * otherwise. A page counts where it is listed first.
 */
function sectionsOf(text: string, path: string): Section[] {
  const groups = new Map<string | null, Listed[]>()
  const seen = new Set<string>()
  let heading: string | null = null
  let theme: string | null = null
  for (const line of text.replaceAll(/^```[\s\S]*?^```$/gm, '').split('\n')) {
    const [, begun] = /^##+ (.*)/.exec(line) ?? []
    if (begun !== undefined) [heading, theme] = [plain(begun), null]
    const row = rowOf(line)
    const target = row && join(dirname(path), row.target)
    if (!row || !target || seen.has(target) || !isChapter(target)) continue
    seen.add(target)
    // An empty first cell continues the theme of the row above.
    theme = row.theme ?? theme
    const group = theme ?? heading
    groups.set(group, [...(groups.get(group) ?? []), { ...row, path: target }])
  }
  return [...groups].map(([heading, pages]) => ({ heading, pages }))
}

const isChapter = (path: string) => path.startsWith('docs/') && exists(path)

interface Row {
  theme: string | null
  target: string
  description: string | null
}

/** `| theme | [name](page.md) | description |`, with or without the theme, or `- [name](page.md): …`. */
function rowOf(line: string): Row | null {
  const item = /^(?:[-*]|\d+\.) \[[^\]]+\]\(([\w./-]+\.md)\)[:,.]?(.*)$/.exec(line)
  if (item) return { theme: null, target: item[1] ?? '', description: plain(item[2] ?? '') || null }

  const cells =
    /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim()) ?? []
  const link = cells.findIndex((cell) => /^\[[^\]]+\]\([\w./-]+\.md\)$/.test(cell))
  const [, target] = /\(([\w./-]+\.md)\)$/.exec(cells[link] ?? '') ?? []
  if (target === undefined || link > 1) return null
  return {
    theme: link === 1 ? plain(cells[0] ?? '') || null : null,
    target,
    description: plain(cells[link + 1] ?? '') || null,
  }
}
