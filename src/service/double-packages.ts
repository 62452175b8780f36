import { realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A library of which the application has one copy and Turnpike another. */
export interface DoublePackage {
  readonly name: string
  /** Folder of the copy that the application imports. */
  readonly application: string
  /** Folder of the copy that Turnpike imports. */
  readonly turnpike: string
}

/** Libraries whose values go back and forth between the application and Turnpike. */
const shared = ['kysely', 'zod']

/**
 * The libraries that an application does not share with Turnpike. Types of two copies do not fit,
 * and `instanceof` fails between them, whatever their versions are.
 *
 * @param folder of the application. Default: the working directory.
 */
export function doublePackages(folder: string = process.cwd()): DoublePackage[] {
  const from = pathToFileURL(join(folder, 'application.js')).href
  return shared.flatMap((name) => {
    const [application, turnpike] = [folderOf(name, from), folderOf(name, import.meta.url)]
    if (application === null || turnpike === null || application === turnpike) return []
    return [{ name, application, turnpike }]
  })
}

/** What is wrong, and what to change. */
export const describeDouble = ({ name, application, turnpike }: DoublePackage) => ({
  message: `There are two copies of ${name}: ${application} and, for Turnpike, ${turnpike}.`,
  remedy: `Install one version that both accept, and look for others with: npm ls ${name}`,
})

/** Null: it is not installed, it is part of a bundle, or it cannot be found out, as on Bun. */
function folderOf(name: string, from: string): string | null {
  try {
    const file = nodeModule.findPackageJSON(name, from)
    return file === undefined ? null : dirname(realpathSync(file))
  } catch {
    return null
  }
}
