/** The packages of the workspace, as their manifests describe them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The folder of the repository. The site sets SOURCE_ROOT, because its pages are bundled and run
 * elsewhere; a test sets it to build the site of a changed copy.
 */
export const root = resolve(process.env.SOURCE_ROOT ?? join(import.meta.dirname, '..'))

/** Where a subpath is: in the sources, and what the build makes of it. */
export interface Target {
  readonly source: string
  readonly types: string
  readonly default: string
}

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly exports?: Readonly<Record<string, string | Target>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A package of `packages/`. */
export interface Package {
  readonly name: string
  /** From the root: `packages/sql`. */
  readonly path: string
  /** The same, absolute. */
  readonly folder: string
  readonly manifest: Manifest
}

/** All of `packages/`, by name. */
export const packages: readonly Package[] = readdirSync(join(root, 'packages'))
  .map((directory) => `packages/${directory}`)
  .filter((path) => existsSync(join(root, path, 'package.json')))
  .map((path) => {
    const folder = join(root, path)
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { name: manifest.name, path, folder, manifest }
  })

/** Those that are compiled: all but `create-turnpike`, which is JavaScript. */
export const builtPackages = packages.filter(({ manifest }) => manifest.exports !== undefined)

/** @throws Error when there is none of this name. */
export function packageNamed(name: string): Package {
  const found = packages.find((each) => each.name === name)
  if (found === undefined) throw new Error(`packages/ has no package ${name}.`)
  return found
}

/** A subpath that a package exports. */
export interface Subpath {
  /** `@turnpike/sql/drizzle`. */
  readonly name: string
  /** The file of the sources, from the root: `packages/sql/src/drizzle/index.ts`. */
  readonly source: string
  readonly target: Target
  /** Whether it promises nothing: `turnpike/internal/…`. */
  readonly isInternal: boolean
}

/** What a package exports, `package.json` left out. */
export const subpathsOf = ({ name, path, manifest }: Package): Subpath[] =>
  Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            name: subpath.replace('.', name),
            source: join(path, target.source),
            target,
            isInternal: subpath.startsWith('./internal/'),
          },
        ],
  )

/** What a package exports as public. */
export const publicSubpathsOf = (given: Package): Subpath[] =>
  subpathsOf(given).filter(({ isInternal }) => !isInternal)
