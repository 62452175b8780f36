import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programs } from '@turnpike/test-support/programs.ts'
import { onTestFinished, vi } from 'vitest'

const isInstalled = (command: string) => spawnSync(command, ['-v']).error === undefined

export const hasNginx = isInstalled(programs.nginx)
export const hasGunicorn = isInstalled(programs.gunicorn)

export const skippedBecause = (has: boolean, name: string): boolean => {
  if (!has && process.env.TURNPIKE_NO_SKIPS === '1') throw new Error(`${name} is not installed.`)
  if (!has) console.warn(`${name} is not installed: its log is not read.`)
  return !has
}

/** The logs that nginx writes in these formats when it gets these bytes, each on a connection. */
export async function nginxLogs(
  formats: Readonly<Record<string, string>>,
  sent: readonly string[],
): Promise<Record<string, string>> {
  const folder = temporaryFolder()
  const port = await freePort()
  const names = Object.keys(formats)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
      uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      ${Object.values(formats).join('\n')}
      ${names.map((name) => `access_log ${folder}/${name}.log ${name};`).join('\n')}
      access_log ${folder}/combined.log combined;
      server { listen 127.0.0.1:${port}; location / { return 200 'ok'; } }
    }`,
  )
  start(
    programs.nginx,
    ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf'), '-p', folder],
    folder,
  )
  await exchange(port, sent)
  // It writes the last log of a request last.
  await untilLogged(join(folder, 'combined.log'), port)
  return Object.fromEntries(
    ['combined', ...names].map((name) => [name, withoutLast(join(folder, `${name}.log`))]),
  )
}

/** The log that gunicorn writes in its default format, or in the given one. */
export async function gunicornLog(sent: readonly string[], format?: string): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  writeFileSync(
    join(folder, 'app.py'),
    "def app(environ, start):\n    start('200 OK', [('Content-Length', '2')])\n    return [b'ok']\n",
  )
  const log = join(folder, 'access.log')
  const chosen = format === undefined ? [] : ['--access-logformat', format]
  start(
    programs.gunicorn,
    ['-b', `127.0.0.1:${port}`, '--access-logfile', log, ...chosen, 'app:app'],
    folder,
  )
  await exchange(port, sent)
  await untilLogged(log, port)
  return withoutLast(log)
}

export function start(command: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(command, args, { cwd, stdio: 'ignore' })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  )
  return child
}

async function exchange(port: number, sent: readonly string[]): Promise<void> {
  await untilReachable(port)
  for (const bytes of sent) await sendBytes(port, bytes)
}

/** A path that no test asks for. */
const last = '/the-last-request'

/**
 * Waits for the line of one more request: a log is written after the answer, and in the order of the
 * requests.
 */
async function untilLogged(log: string, port: number): Promise<void> {
  await sendBytes(port, `GET ${last} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`)
  await vi.waitUntil(() => readFileSync(log, 'utf8').includes(last), { timeout: 180_000 })
}

/** The lines of a log, without that of the last request. */
const withoutLast = (log: string): string => readFileSync(log, 'utf8').replace(/[^\n]*\n$/, '')

export async function untilReachable(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await canConnect(port)) return
    await sleep(100)
  }
  throw new Error('The server does not listen.')
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

const sendBytes = (port: number, bytes: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', () => socket.end())
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
    socket.setTimeout(2000, () => socket.destroy())
  })

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
