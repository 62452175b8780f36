import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike } from '../cli/turnpike.ts'

const source = resolve(import.meta.dirname, '../../src/service/processes/compile-cache.ts')
const installed = resolve(import.meta.dirname, '../../node_modules/.cache/turnpike')

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
  it('is in a folder of the installation', async () => {
    expect(await folderWith({})).toBe(installed)
  })

  it('is where NODE_COMPILE_CACHE says', async () => {
    const folder = newFolder()
    expect(await folderWith({ NODE_COMPILE_CACHE: folder })).toBe(folder)
  })

  it('is switched off by NODE_DISABLE_COMPILE_CACHE', async () => {
    expect(await folderWith({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeNull()
  })

  it('is switched off while coverage is measured', async () => {
    expect(await folderWith({ NODE_V8_COVERAGE: newFolder() })).toBeNull()
  })

  it('is done without where its folder cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await folderWith({ NODE_COMPILE_CACHE: join(file, 'cache') })).toBeNull()
  })

  it('is filled by the command line for its next start', async () => {
    const folder = newFolder()
    const { code } = await createTurnpike().run(['--version'], '', { NODE_COMPILE_CACHE: folder })

    expect(code).toBe(0)
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10)
  })

  it('is given to the workers', async () => {
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
