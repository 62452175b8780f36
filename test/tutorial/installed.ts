import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../support/built-packages.ts'

/** Makes the `node_modules` that `npm install` would make: the packed Turnpike and its libraries. */
export function install(modules: string): void {
  // The commands of the project are those of its sources.
  installPackages(modules, { '.bin': null })
  const bin = join(modules, '.bin')
  rmSync(bin, { recursive: true, force: true })
  mkdirSync(bin)
  chmodSync(join(modules, '@turnpike/service/turnpike.js'), 0o755)
  symlinkSync('../@turnpike/service/turnpike.js', join(bin, 'turnpike'))
  symlinkSync('../typescript/bin/tsc', join(bin, 'tsc'))
}
