import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { type Server, serve } from 'turnpike/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { helpDesk } from '../../packages/client/test/help-desk.ts'
import { describeWith } from '../support/extras.ts'
import { silentLogger } from '../support/one-view.ts'
import { bun, deno, node22, node24 } from './runtimes.ts'

const folder = mkdtempSync(join(tmpdir(), 'client-'))
const program = join(folder, 'program.mjs')
let server: Server

beforeAll(async () => {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../../packages/client/src/index.ts'),
    platform: 'neutral',
  })
  await bundle.write({ file: join(folder, 'client.mjs') })
  server = await serve(helpDesk(), { port: 0, handleSignals: false, logger: silentLogger })
  writeFileSync(
    program,
    `import { createClient } from './client.mjs'
    const client = createClient({ url: '${server.url}' })
    const ids = []
    for await (const { id } of client.stream.list()) ids.push(id)
    const refused = await client.notes.create({ owner: 1 })
    const aborted = await client.notes.get(1, { signal: AbortSignal.abort() })
    console.log(JSON.stringify([ids.length, refused.error.fields, aborted.error?.kind]))`,
  )
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

for (const [name, runtime, args] of [
  ['Node 22', node22, []],
  ['Node 24', node24, []],
  ['Bun', bun, []],
  ['Deno', deno, ['run', '--no-config', '--allow-net']],
] as const) {
  describeWith([runtime], `the client on ${name}`, () => {
    it(`a client on ${name} lists, is refused and is aborted`, async () => {
      const { stdout } = await promisify(execFile)(runtime, [...args, program])
      expect(JSON.parse(stdout)).toEqual([10, { title: ['This field is required.'] }, 'aborted'])
    })
  })
}
