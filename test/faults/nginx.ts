import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { watchLog } from './secrets-in-logs.ts'

const binary = process.env.TEST_NGINX ?? '/usr/sbin/nginx'
const deployed = resolve(import.meta.dirname, '../../deploy/nginx.conf')

/** Why what needs nginx is left out, or null. With TURNPIKE_NO_SKIPS that is an error. */
export const nginxMissing: string | null = whyMissing()

function whyMissing(): string | null {
  if (existsSync(binary)) return null

  const reason = `There is no ${binary} (TEST_NGINX): install nginx.`
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Left out: ${reason}`)
  return reason
}

export interface Nginx {
  readonly url: string
  stop(): Promise<void>
}

/** Starts nginx on a free port with `deploy/nginx.conf`, in front of the processes on these ports. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-nginx-'))
  // Its workers run as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(port, ports, folder))

  const nginx = spawn(binary, ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  let accesses = ''
  const readAccesses = () => {
    const path = join(folder, 'access.log')
    return existsSync(path) ? readFileSync(path, 'utf8') : accesses
  }
  watchLog(() => log + readAccesses())
  for (const stream of [nginx.stdout, nginx.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
  }
  const ended = once(nginx, 'exit')
  const stop = async () => {
    nginx.kill('SIGTERM')
    await ended
    accesses = readAccesses()
    await rm(folder, { recursive: true })
  }

  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200 && nginx.exitCode === null; attempt++) {
    if (await fetch(`${url}/healthz`).catch(() => null)) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not answer: ${log}`)
}

/** That of the deployment but for the places: ports, files, and logs that a process can read. */
function configuration(port: number, ports: readonly number[], folder: string): string {
  const servers = ports.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  return readFileSync(deployed, 'utf8')
    .replace(/(\s*server turnpike-\d+:\d+ max_fails=0;)+/, `\n${servers}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('pid /tmp/nginx.pid;', `pid ${folder}/nginx.pid;`)
    .replace('error_log /dev/stderr', `error_log stderr`)
    .replace('access_log /dev/stdout requests;', `access_log ${folder}/access.log requests;`)
    .replace('http {', `http {\n${temporary}`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
