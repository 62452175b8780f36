import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeUnless } from './skipped.ts'

/** Where `npm run extras` installs what only some tests need. */
export const extras = resolve(import.meta.dirname, '../extras/node_modules')

/** Tests that need these files. They are skipped, and say so, where one is missing or for that reason. */
export function describeWith(
  files: readonly string[],
  name: string,
  tests: () => void,
  reason: string | null = null,
): void {
  const file = files.find((path) => !existsSync(path))
  const missing = file === undefined ? reason : `there is no ${file}: run npm run extras`
  describeUnless(missing, name, tests)
}
