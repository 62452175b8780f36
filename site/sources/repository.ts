import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import rootManifest from '../../package.json' with { type: 'json' }
import manifest from '../../packages/turnpike/package.json' with { type: 'json' }
import { builtPackages, publicSubpathsOf, root } from '../../tools/packages.ts'

export { root }

export const version: string = manifest.version

export const description: string = manifest.description

/** Every subpath that a package exports: `@turnpike/sql`, with `packages/sql/src/kysely/index.ts`. */
export const subpaths = builtPackages.flatMap(publicSubpathsOf)

/** `https://github.com/turnpike-api/turnpike` */
export const repositoryUrl = rootManifest.repository.url.replace(/^git\+|\.git$/g, '')

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
