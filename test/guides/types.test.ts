import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { examplesOf, writeExamples } from '../support/docs-examples.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(root, 'test/.guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const guides = [
  'webhooks',
  'uploads',
  'bulk',
  'nested-resources',
  'transactions',
  'multi-tenancy',
  'testing',
]
/** As in an application for servers: without the types of browsers. */
const tsconfig = {
  extends: '../../tsconfig.json',
  compilerOptions: { lib: ['ES2024', 'ESNext.Disposable'] },
  include: ['./guides-*/**/*.ts'],
}
for (const name of guides) {
  const path = `docs/guides/${name}.md`
  writeExamples(folder, examplesOf({ path, text: readFileSync(join(root, path), 'utf8') }))
}
writeFileSync(join(folder, '.gitignore'), '*\n')
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))

describe('the types of the guides', () => {
  it.each(['typescript', 'typescript-5.9'])(
    'the files of the guides compile without the types of browsers on %s',
    { timeout: 600_000 },
    (compiler) => {
      expect(problems(compiler)).toEqual([])
    },
  )
})

/** Those in the files of the guides: the sources of this project use types of browsers. */
function problems(compiler: string): string[] {
  try {
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder })
    return []
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    return stdout.split('\n').filter((line) => line.startsWith('guides-'))
  }
}
