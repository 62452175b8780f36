import { realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A library of which the application and Turnpike have different copies. */
export interface DoublePackage {
  readonly name: string
  /** Folder of the application's copy. */
  readonly application: string
  /** Folder of Turnpike's copy. */
  readonly turnpike: string
}

/** Libraries whose values the application and Turnpike exchange. */
const shared = ['kysely', 'zod']

/**
 * The libraries that an application does not share with Turnpike. Types of two copies are
 * incompatible, and `instanceof` fails between them, whatever their versions.
 *
 * @param folder the application's folder. Default: the working directory.
 */
export function doublePackages(folder: string = process.cwd()): DoublePackage[] {
  const from = pathToFileURL(join(folder, 'application.js')).href
  return shared.flatMap((name) => {
    const [application, turnpike] = [folderOf(name, from), folderOf(name, import.meta.url)]
    if (application === null || turnpike === null || application === turnpike) return []
    return [{ name, application, turnpike }]
  })
}

/** The problem, and what to change. */
export const describeDouble = ({ name, application, turnpike }: DoublePackage) => ({
  message: `There are two copies of ${name}: ${application} and, for Turnpike, ${turnpike}.`,
  remedy: `Install one version that both accept, and look for others with: npm ls ${name}`,
})

/** Null: not installed, part of a bundle, or unknown, as on Bun. */
function folderOf(name: string, from: string): string | null {
  try {
    const file = nodeModule.findPackageJSON(name, from)
    return file === undefined ? null : dirname(realpathSync(file))
  } catch {
    return null
  }
}
