import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtPackage } from '../support/built-package.ts'

const libraries = resolve(import.meta.dirname, '../../node_modules')

/** Makes the `node_modules` that `npm install` would make: the packed Turnpike and its libraries. */
export function install(modules: string): void {
  const { tarball } = builtPackage()
  const turnpike = join(modules, 'turnpike')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(libraries))
    if (name !== '.bin') symlinkSync(join(libraries, name), join(modules, name))
  mkdirSync(turnpike)
  execFileSync('tar', ['-xzf', tarball, '--strip=1', '-C', turnpike])
  execFileSync('chmod', ['+x', join(turnpike, 'dist/cli/main.js')])
  symlinkSync('../turnpike/dist/cli/main.js', join(modules, '.bin/turnpike'))
  symlinkSync('../typescript/bin/tsc', join(modules, '.bin/tsc'))
}
