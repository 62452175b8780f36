import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/**
 * The folder with `docs/`. The configuration of Astro sets SOURCE_ROOT, because its endpoints are
 * bundled and run elsewhere; a test sets it to build a changed copy.
 */
export const root = resolve(process.env.SOURCE_ROOT ?? join(import.meta.dirname, '../..'))

export const version: string = manifest.version

export const description: string = manifest.description

/** Every subpath that the package exports: `turnpike/kysely` with its source, `src/kysely/index.ts`. */
export const subpaths = Object.entries<string | { source: string }>(manifest.exports).flatMap(
  ([path, target]) =>
    typeof target === 'string'
      ? []
      : [{ name: path.replace('.', manifest.name), source: target.source.replace('./', '') }],
)

/** `https://github.com/turnpike-api/turnpike` */
export const repositoryUrl = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** The branch or tag whose files the pages link to. */
const ref = process.env.SITE_REF || 'main'

/** Where a file or folder of the repository is shown. */
export const fileUrl = (path: string): string =>
  `${repositoryUrl}/${statSync(join(root, path)).isDirectory() ? 'tree' : 'blob'}/${ref}/${path}`

/** Where a file is edited: always on the main branch, as a tag cannot change. */
export const editUrl = (path: string): string => `${repositoryUrl}/edit/main/${path}`

export const exists = (path: string): boolean => existsSync(join(root, path))

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The Markdown files below a folder, as paths from the root. */
export const markdownBelow = (folder: string): string[] =>
  exists(folder)
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .toSorted()
    : []
