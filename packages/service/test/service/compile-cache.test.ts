import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike } from '../cli/turnpike.ts'

const source = resolve(import.meta.dirname, '../../src/service/processes/compile-cache.ts')
const installed = resolve(import.meta.dirname, '../../../../node_modules/.cache/turnpike')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Which folder a process with these variables uses. */
async function folderWith(env: Record<string, string>): Promise<unknown> {
  const program = `
    const { enableCompileCache } = await import('${source}')
    console.log(JSON.stringify(enableCompileCache()))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(out)
}

describe('the cache of compiled code', () => {
  it('compiled code is cached in a folder of the installation', async () => {
    expect(await folderWith({})).toBe(installed)
  })

  it('compiled code is cached where NODE_COMPILE_CACHE says', async () => {
    const folder = newFolder()
    expect(await folderWith({ NODE_COMPILE_CACHE: folder })).toBe(folder)
  })

  it('NODE_DISABLE_COMPILE_CACHE turns the cache of compiled code off', async () => {
    expect(await folderWith({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeNull()
  })

  it('compiled code is not cached while coverage is measured', async () => {
    expect(await folderWith({ NODE_V8_COVERAGE: newFolder() })).toBeNull()
  })

  it('compiled code is not cached where the folder cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await folderWith({ NODE_COMPILE_CACHE: join(file, 'cache') })).toBeNull()
  })

  it('the command line caches its compiled code for the next start', async () => {
    const folder = newFolder()
    const { code } = await createTurnpike().run(['--version'], '', { NODE_COMPILE_CACHE: folder })

    expect(code).toBe(0)
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10)
  })

  it('workers share the cache of compiled code', async () => {
    const turnpike = createTurnpike()
    writeFileSync(
      join(turnpike.folder, 'app.mjs'),
      `export default {
        name: 'cache',
        app: () => ({ fetch: () => new Response(process.env.NODE_COMPILE_CACHE) }),
      }`,
    )
    const args = ['app.mjs', '--migrate', '--workers', '1']
    const { url } = await turnpike.serve(args)
    expect(await (await fetch(url)).text()).toBe(installed)
  })
})
