import { join } from 'node:path'
import { builtPackages, root, subpathsOf } from '../../tools/packages.ts'

export { root }

/**
 * The file of the sources that a specifier stands for, for programs in folders that have no
 * `node_modules`: `sourceOf('@turnpike/jwt')`.
 */
export function sourceOf(specifier: string): string {
  const found = builtPackages.flatMap(subpathsOf).find(({ name }) => name === specifier)
  if (found === undefined) throw new Error(`No package exports ${specifier}.`)
  return join(root, found.source)
}

/** The command `turnpike`, as sources. */
export const commandSource = join(root, 'packages/service/src/cli/main.ts')
