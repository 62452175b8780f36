import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * Keeps the compiled code of the modules that are loaded from now on, for the next start. Without
 * `NODE_COMPILE_CACHE` in a folder of the installation, and not in Node's default, the folder for
 * temporary files: what is in the cache is run, so only those who may change the modules may write
 * to it. Nothing happens if the folder is read-only, with `NODE_DISABLE_COMPILE_CACHE`, while
 * coverage is measured, which it would make less exact, and on runtimes without such a cache.
 *
 * @returns the folder; null if there is no cache.
 */
export function enableCompileCache(): string | null {
  if (process.env.NODE_V8_COVERAGE !== undefined) return null

  const folder = cacheFolder()
  if (folder !== null) nodeModule.enableCompileCache?.(folder)
  return nodeModule.getCompileCacheDir?.() === undefined ? null : folder
}

/** `node_modules/.cache/turnpike` of the application. */
function cacheFolder(): string | null {
  const given = process.env.NODE_COMPILE_CACHE
  if (given !== undefined && given !== '') return given

  const packageJson = nodeModule.findPackageJSON?.(import.meta.url)
  if (packageJson === undefined) return null
  const modules = modulesAround(dirname(packageJson))
  return modules === null ? null : join(modules, '.cache', 'turnpike')
}

/** The `node_modules` around a package; in the repository, the one that its imports are from. */
function modulesAround(folder: string): string | null {
  const above: string[] = []
  for (let each = folder; each !== dirname(each); each = dirname(each)) above.push(each)
  const installed = above.find((each) => basename(each) === 'node_modules')
  if (installed !== undefined) return installed
  return above.map((each) => join(each, 'node_modules')).find((each) => existsSync(each)) ?? null
}
