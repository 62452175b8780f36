import { basename } from 'node:path'
import { listedPages } from './listed.ts'
import { firstSentence, splitTitle } from './markdown.ts'
import { markdownBelow, read } from './repository.ts'

/** A page of the site, and the file of the repository that it is made from. */
export interface Page {
  /** From the root of the repository: `docs/guides/uploads.md`. */
  readonly path: string
  /** From the root of the site, empty for the first page: `guides/uploads`. */
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Markdown without the title, with the links of the file. */
  readonly body: string
  /** Written by TypeDoc, and not to be edited. */
  readonly isGenerated: boolean
}

/** Where the reference of the API is written before the site is built. */
export const generatedFolder = 'site/.generated'

/** The files beside `docs/` that are pages. */
export const projectFiles = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

/** All pages, in no particular order. */
export function readPages(): Page[] {
  const files = [...markdownBelow('docs'), ...projectFiles, ...markdownBelow(generatedFolder)]
  const listed = listedPages()
  return ['README.md', ...files].map((path) => {
    const text = read(path)
    const parts = splitTitle(text)
    if (parts === null) throw new Error(`${path} has no heading: begin it with # and its title.`)
    return {
      path,
      slug: slugOf(path),
      description: listed.get(path)?.description ?? firstSentence(parts.body) ?? parts.title,
      isGenerated: path.startsWith(generatedFolder),
      ...parts,
    }
  })
}

/** `docs/views.md` → `views`, `docs/guides/index.md` → `guides`, `CHANGELOG.md` → `project/changelog`. */
export function slugOf(path: string): string {
  if (path === 'README.md') return ''
  if (projectFiles.includes(path)) return `project/${basename(path, '.md').toLowerCase()}`
  return path
    .replace(`${generatedFolder}/`, '')
    .replace(/^docs\//, '')
    .replace(/(?:(^|\/)(?:index|README))?\.md$/, '')
}
