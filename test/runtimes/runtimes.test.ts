import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeWith } from '../support/extras.ts'
import { type OwnDatabase, openPostgres, postgresMissing } from '../support/postgres.ts'
import { createAppFolder } from './app-folder.ts'
import { checks } from './checks.ts'
import { type Ask, askAt } from './client.ts'
import { bun, deno, denoArgs, type Runtime, runtimes } from './runtimes.ts'

let folder: string
beforeAll(async () => {
  folder = await createAppFolder()
})
/** Everything that was started, so that nothing outlives a test that fails. */
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

for (const runtime of runtimes) {
  const needs = runtime.stores === 'postgres' ? postgresMissing : null
  describeWith([runtime.program], `the API on ${runtime.name}`, () => testRuntime(runtime), needs)
}

function testRuntime(runtime: Runtime): void {
  let postgres: OwnDatabase | null = null
  let server: Running
  let ask: Ask

  beforeAll(async () => {
    if (runtime.stores === 'postgres') postgres = await openPostgres()
    const env = { DATABASE: postgres?.url ?? runtime.stores }
    server = await start(runtime.program, runtime.args, env)
    ask = askAt(server.url)
  })
  afterAll(async () => {
    server?.process.kill('SIGKILL')
    await postgres?.close()
  })

  it.each(checks)('$name', ({ run }) => run(ask, runtime))

  if (runtime.stores !== 'memory') {
    it(`keeps passwords with ${runtime.hasArgon2 ? 'argon2id' : 'pbkdf2, and says why'}`, () => {
      const message = 'ConfigurationError: argon2id() needs crypto.argon2'
      if (runtime.hasArgon2) expect(server.log()).not.toContain(message)
      else expect(server.log()).toContain(message)
    })
  }

  if (runtime.stops) {
    it('stops on SIGTERM, closes its stores and exits with 0', async () => {
      const ended = once(server.process, 'exit')
      server.process.kill('SIGTERM')

      expect(await ended).toEqual([0, null])
      expect(server.log()).toContain('The stores are closed.')
    })
  }
}

/** `turnpike serve` over a database in memory. */
const service = (env: Record<string, string>) => ({
  args: ['node_modules/@turnpike/service/turnpike.js', 'serve', '--migrate', '--port', '0'],
  env: { DATABASE_URL: 'sqlite::memory:', DRAIN_DELAY_SECONDS: '0', ...env },
})

describeWith([bun, deno], 'the service', () => {
  it.each([
    ['Bun', bun, [], {}],
    ['Deno', deno, denoArgs, { PASSWORD_HASHER: 'pbkdf2' }],
  ])('the service serves and stops on %s', async (_, program, before, variables) => {
    const { args, env } = service(variables)
    const { process, url } = await start(program, [...before, ...args], env)
    expect((await askAt(url)('/readyz')).status).toBe(200)
    expect((await askAt(url)('/whoami/')).status).toBe(401)
    const ended = once(process, 'exit')
    process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('names what it needs on Deno, which has no argon2', async () => {
    const { args, env } = service({})
    const started = start(deno, [...denoArgs, ...args], env)
    await expect(started).rejects.toThrow('install hash-wasm@4, or set PASSWORD_HASHER=pbkdf2')
  })

  it('hashes with hash-wasm on Deno if it is installed, and Node verifies it', async () => {
    const wasm = join(folder, 'node_modules/hash-wasm')
    symlinkSync(resolve(import.meta.dirname, '../../node_modules/hash-wasm'), wasm)
    onTestFinished(() => rmSync(wasm))
    const env = { DATABASE_URL: 'sqlite:portable.db' }
    const onDeno = service(env)
    const first = await start(deno, [...denoArgs, ...onDeno.args], onDeno.env)
    first.process.kill('SIGKILL')
    const creating = spawn(
      deno,
      [
        ...denoArgs,
        'node_modules/@turnpike/service/turnpike.js',
        'create-user',
        'ann',
        '--password-stdin',
      ],
      { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...onDeno.env } },
    )
    creating.stdin.end('the-password-of-ann')
    const refusal = text(creating.stderr)
    expect([(await once(creating, 'exit'))[0], await refusal]).toEqual([0, ''])

    const onNode = service(env)
    const { url, process: node } = await start(process.execPath, onNode.args, onNode.env)
    const answer = await fetch(`${url}/api-token-auth/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ann', password: 'the-password-of-ann' }),
    })
    expect(answer.status).toBe(200)
    node.kill('SIGTERM')
  })
})

interface Running {
  readonly process: ChildProcess
  readonly url: string
  log(): string
}

/** Starts a program in the folder and waits until it listens. */
async function start(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Running> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  })
  children.add(child)
  let log = ''
  const url = await new Promise<string>((found, reject) => {
    const read = (chunk: string) => {
      log += chunk
      const [, address, port] = /Listening on (http:[^\s"]+)|"port":(\d+)/.exec(log) ?? []
      if (address !== undefined) found(address)
      if (port !== undefined) found(`http://127.0.0.1:${port}`)
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', () => reject(new Error(`It ended before it listened: ${log}`)))
  })
  return { process: child, url, log: () => log }
}
