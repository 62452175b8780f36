import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const compilers = ['typescript-5.9', 'typescript-6.0', 'typescript']

const versionOf = (compiler: string): string =>
  JSON.parse(readFileSync(resolve(root, 'node_modules', compiler, 'package.json'), 'utf8')).version

/** What the compiler says about the type tests. */
const compile = (compiler: string) =>
  new Promise<string>((done) => {
    const tsc = resolve(root, 'node_modules', compiler, 'bin/tsc')
    execFile(process.execPath, [tsc, '-p', import.meta.dirname], { cwd: root }, (error, out) =>
      done(out || (error?.message ?? '')),
    )
  })

describe('the supported versions of TypeScript', () => {
  it.each(compilers)('all take the type tests: %s', async (compiler) => {
    expect(await compile(compiler)).toBe('')
  })

  it('the README names the supported versions of TypeScript', () => {
    const [oldest, , newest] = compilers.map((compiler) => versionOf(compiler).split('.'))
    const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
    expect(readme).toContain(`TypeScript ${oldest?.[0]}.${oldest?.[1]} to ${newest?.[0]}`)
  })
})
