import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describeUnless } from '../support/skipped.ts'

export const root = resolve(import.meta.dirname, '../..')

const isInstalled = existsSync(join(root, 'site/node_modules/astro'))

/** Tests of the built site. They are skipped, and say so, until its packages are installed. */
export const describeWithSite = (name: string, tests: () => void): void =>
  describeUnless(
    isInstalled ? null : 'there is no site/node_modules: run npm run site',
    name,
    tests,
  )

/** `site/dist`, built unless it is newer than all that it is made of. */
export async function builtSite(): Promise<string> {
  const page = join(root, 'site/dist/index.html')
  const sources = globSync(
    [
      '*.md',
      'package.json',
      'docs/**',
      'packages/*/src/**',
      'packages/*/package.json',
      'tools/packages.ts',
      'site/{checks,reference,sources,src,public}/**',
    ],
    { cwd: root },
  )
  const newest = Math.max(...sources.map((name) => statSync(join(root, name)).mtimeMs))
  if (!existsSync(page) || statSync(page).mtimeMs < newest) {
    await run(['reference/write.ts'])
    await buildSite({})
  }
  return join(root, 'site/dist')
}

/** Builds the site without its reference of the API, and rejects if that fails. */
export const buildSite = (environment: Record<string, string>): Promise<string> =>
  run(['node_modules/astro/bin/astro.mjs', 'build'], environment)

const quiet = { ASTRO_TELEMETRY_DISABLED: '1' }

async function run(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: join(root, 'site'),
    // Not the whole environment: Vitest has variables in it that Astro reads, such as BASE_URL.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...quiet, ...environment },
    maxBuffer: 2 ** 24,
  })
  return stdout
}
