import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { installPackages } from '../support/built-packages.ts'

/**
 * A folder with the programs, in which the package is installed as applications have it: what the
 * build writes, beside the libraries.
 */
export async function createAppFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-runtimes-'))
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

  // It is optional, and a test installs it.
  installPackages(join(folder, 'node_modules'), { 'hash-wasm': null })

  await bundleWorker(folder)
  return folder
}

/** workerd resolves no packages: a Worker is one file. */
async function bundleWorker(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: folder,
    input: 'worker.ts',
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import', 'default'] },
  })
  await bundle.write({ file: join(folder, 'worker.js'), codeSplitting: false })
}
