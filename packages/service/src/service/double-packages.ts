import { existsSync, realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A package of which the application and Turnpike have different copies. */
export interface DoublePackage {
  readonly name: string
  /** Folder of the application's copy. */
  readonly application: string
  /** Folder of Turnpike's copy. */
  readonly turnpike: string
}

/** The packages of Turnpike that others need. */
const siblings = [
  'turnpike',
  ...[
    'django',
    'jwt',
    'redis',
    'replay',
    'service',
    'signatures',
    'sql',
    'telemetry',
    'testing',
  ].map((name) => `@turnpike/${name}`),
]

/** Packages whose values the application and Turnpike exchange. */
const shared = ['kysely', 'zod', ...siblings]

/**
 * The libraries that an application does not share with Turnpike. Types of two copies are
 * incompatible, and `instanceof` fails between them, whatever their versions.
 *
 * @param folder the application's folder. Default: the working directory.
 */
export function doublePackages(folder: string = process.cwd()): DoublePackage[] {
  const from = searchedFolder(folder)
  const installed = siblings.flatMap((name) => folderOf(name, from) ?? [])
  // Mostly the one of the application alone: each search takes a part of the time to start. What is
  // bundled may have no folder.
  const others = new Set([import.meta.dirname ?? folder, ...installed].map(searchedFolder))
  others.delete(from)
  return shared.flatMap((name) => {
    const application = folderOf(name, from)
    if (application === null) return []
    const turnpike = [...others]
      .map((other) => folderOf(name, other))
      .find((other) => other !== null && other !== application)
    return turnpike == null ? [] : [{ name, application, turnpike }]
  })
}

/** The nearest folder with packages: from there on, the search is the same as from below. */
function searchedFolder(folder: string): string {
  const isSearched = basename(folder) !== 'node_modules' && existsSync(join(folder, 'node_modules'))
  const parent = dirname(folder)
  return isSearched || parent === folder ? folder : searchedFolder(parent)
}

/** The problem, and what to change. */
export const describeDouble = ({ name, application, turnpike }: DoublePackage) => ({
  message: `There are two copies of ${name}: ${application} and, for Turnpike, ${turnpike}.`,
  remedy: `Install one version that both accept, and look for others with: npm ls ${name}`,
})

/** Null if not installed, part of a bundle, or unknown, as on Bun. */
function folderOf(name: string, from: string): string | null {
  try {
    const file = nodeModule.findPackageJSON(name, pathToFileURL(join(from, 'index.js')).href)
    return file === undefined ? null : dirname(realpathSync(file))
  } catch {
    return null
  }
}
