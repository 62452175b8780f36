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
  const root = dirname(packageJson)
  const modules = dirname(root)
  const installed = basename(modules) === 'node_modules' ? modules : join(root, 'node_modules')
  return join(installed, '.cache', 'turnpike')
}
