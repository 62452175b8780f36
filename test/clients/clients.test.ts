import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Server, WebApp } from '../../src/node/index.ts'
import { serve } from '../../src/node/index.ts'
import { credentialsFor, openNotesService } from '../behaviour/notes-service.ts'
import { describeWith, extras } from '../support/extras.ts'
import { silentLogger } from '../support/one-view.ts'
import { createRichApp } from './rich-service.ts'

const generators = {
  'openapi-fetch': `${extras}/openapi-typescript/bin/cli.js`,
  orval: `${extras}/orval/dist/bin/orval.js`,
}
const compiler = `${extras}/typescript/bin/tsc`

interface Served {
  app: WebApp<never>
  authorization: string
  close(): Promise<void>
}

const notes = async (): Promise<Served> => {
  const service = await openNotesService()
  const { Authorization = '' } = (await credentialsFor(service))['the key'] as Record<
    string,
    string
  >
  return { app: service.app, authorization: Authorization, close: () => service.close() }
}

const shop = async (): Promise<Served> => ({
  app: createRichApp(),
  authorization: `Basic ${btoa('ann:wonderland')}`,
  close: async () => {},
})

const called = {
  notes: {
    ids: [9998, 9997],
    rating: expect.stringMatching(/^\d\.\d\d$/),
    status: 400,
    error: { title: ['This field may not be blank.'] },
  },
  shop: { id: expect.any(Number), names: [['Books', 0]] },
}

testClients('notes', notes)
testClients('shop', shop)

/** Types and functions that are made of the document of the service. */
function testClients(name: keyof typeof called, open: () => Promise<Served>): void {
  const files = [...Object.values(generators), compiler]
  describeWith(files, `a client that is made of the document of ${name}`, () => {
    let folder: string
    let served: Served
    let server: Server

    beforeAll(async () => {
      served = await open()
      const app = served.app as WebApp
      server = await serve(app, {
        port: 0,
        drainDelaySeconds: 0,
        handleSignals: false,
        logger: silentLogger,
      })
      folder = mkdtempSync(join(tmpdir(), 'turnpike-clients-'))
      symlinkSync(extras, join(folder, 'node_modules'))
      await write(folder, server.url)
    }, 60_000)
    afterAll(async () => {
      await server?.close()
      await served?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it.each([
      ['openapi-typescript', 'openapi-fetch'],
      ['orval', 'orval'],
    ] as const)(
      'by %s compiles under strict, and its calls are answered',
      async (_, client) => {
        await run(folder, generators[client], ...argumentsOf[client])

        const program = `${name}-${client}`
        await run(folder, compiler, '--project', `${program}.json`)
        const output = await run(folder, `out/${program}.js`, server.url, served.authorization)

        expect(JSON.parse(output)).toEqual(called[name])
      },
      60_000,
    )
  })
}

const argumentsOf = {
  'openapi-fetch': ['openapi.json', '--output', 'schema.d.ts'],
  orval: ['--config', 'orval.config.mjs'],
}

/** The document, the programs that call, and what the generators and the compiler need to know. */
async function write(folder: string, url: string): Promise<void> {
  const put = (file: string, content: object | string) =>
    writeFileSync(
      join(folder, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
  put('openapi.json', await (await fetch(`${url}/openapi.json`)).text())
  put('package.json', { type: 'module' })
  const output = { target: 'orval.ts', client: 'fetch', baseUrl: url }
  const api = { input: 'openapi.json', output }
  put('orval.config.mjs', `export default ${JSON.stringify({ api })}`)

  cpSync(join(import.meta.dirname, 'calls'), folder, { recursive: true })
  for (const name of Object.keys(called)) {
    for (const client of Object.keys(generators)) {
      put(`${name}-${client}.json`, {
        compilerOptions: {
          strict: true,
          skipLibCheck: false,
          module: 'nodenext',
          target: 'es2023',
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: ['node'],
          outDir: 'out',
        },
        files: [`${name}-${client}.ts`],
      })
    }
  }
}

/** What the program prints. What it says when it fails is in the error. */
async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const execution = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder })
  const { stdout } = await execution.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} fails: ${error.stdout}${error.stderr}`)
  })
  return stdout
}
