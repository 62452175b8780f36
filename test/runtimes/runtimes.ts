import { extras } from '../support/extras.ts'

/** One way to serve the API of `programs`. */
export interface Runtime {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** `memory`, `better-sqlite3`, `node:sqlite`, `bun:sqlite` or `postgres`. */
  readonly stores: string
  /** Whether the program is one of `turnpike/node`, which stops on SIGTERM. */
  readonly stops: boolean
  /** Whether the runtime has `crypto.argon2`. */
  readonly hasArgon2: boolean
}

export const node24 = process.execPath
export const node22 = `${extras}/node-22/bin/node`
export const node26 = `${extras}/node-26/bin/node`
export const bun = `${extras}/@oven/bun-linux-x64/bin/bun`
export const deno = `${extras}/@deno/linux-x64-glibc/deno`
export const denoArgs = [
  'run',
  '--no-config',
  '--node-modules-dir=manual',
  '--allow-all',
  '--no-check',
]
const workerd = `${extras}/@cloudflare/workerd-linux-64/bin/workerd`

const onServe = (
  name: string,
  program: string,
  stores: string,
  { args = [], hasArgon2 = true }: { args?: readonly string[]; hasArgon2?: boolean } = {},
): Runtime => ({
  name: `${name}, turnpike/node, ${stores}`,
  program,
  args: [...args, 'node-server.ts'],
  stores,
  stops: true,
  hasArgon2,
})

const onOwnServer = (name: string, program: string, args: readonly string[]): Runtime => ({
  name: `${name}, memory`,
  program,
  args,
  stores: 'memory',
  stops: false,
  hasArgon2: true,
})

const onDeno = { args: denoArgs, hasArgon2: false }

export const runtimes: readonly Runtime[] = [
  onServe('Node 22', node22, 'better-sqlite3', { hasArgon2: false }),
  onServe('Node 22', node22, 'node:sqlite', { hasArgon2: false }),
  onServe('Node 24', node24, 'memory'),
  onServe('Node 24', node24, 'better-sqlite3'),
  onServe('Node 24', node24, 'node:sqlite'),
  onServe('Node 24', node24, 'postgres'),
  onServe('Node 26', node26, 'better-sqlite3'),
  onServe('Node 26', node26, 'node:sqlite'),
  onOwnServer('Bun, Bun.serve', bun, ['bun-server.ts']),
  onServe('Bun', bun, 'better-sqlite3'),
  onServe('Bun', bun, 'bun:sqlite'),
  onServe('Bun', bun, 'postgres'),
  onOwnServer('Deno, Deno.serve', deno, [...denoArgs, 'deno-server.ts']),
  onServe('Deno', deno, 'better-sqlite3', onDeno),
  onServe('Deno', deno, 'node:sqlite', onDeno),
  onServe('Deno', deno, 'postgres', onDeno),
  onOwnServer('workerd', workerd, ['serve', 'worker.capnp', '--control-fd=1']),
]
