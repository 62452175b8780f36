import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtPackages } from '../../support/built-packages.ts'

const root = resolve(import.meta.dirname, '../../..')

/** What npm puts into `node_modules`. */
export interface Install {
  readonly packages: number
  /** Of all files. */
  readonly bytes: number
}

/**
 * What npm installs for these packages, with all that they depend on: in the versions of the lock
 * file, for this platform, without reaching the registry. Those of Turnpike are as they are
 * published. Peers count only if they are named.
 *
 * @param alone true: without what they depend on.
 */
export function installOf(names: readonly string[], alone = false): Install {
  const folders = new Set<string>()
  const add = (name: string, from: string): void => {
    const isOwn = /^(?:turnpike|@turnpike\/.*)$/.test(name)
    const folder = isOwn ? join(builtPackages().modules, name) : folderOf(name, from)
    // One that is for another platform.
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    if (alone) return
    const { dependencies, optionalDependencies } = manifestOf(folder)
    const inside = isOwn ? root : folder
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(other, inside)
    }
  }
  for (const name of names) add(name, root)
  return {
    packages: folders.size,
    bytes: [...folders].reduce((sum, folder) => sum + bytesOf(folder), 0),
  }
}

/** As Node finds it: in the nearest `node_modules`. */
function folderOf(name: string, from: string): string | null {
  for (let folder = from; folder.startsWith(root); folder = resolve(folder, '..')) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
  }
  return null
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
    optionalDependencies?: Record<string, string>
  }

/** Without the packages inside it, which are counted if they are needed. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return sum + statSync(path).size
    return entry.name === 'node_modules' ? sum : sum + bytesOf(path)
  }, 0)
}
