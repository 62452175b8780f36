import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { programs } from '../support/programs.ts'
import { watchLog } from './secrets-in-logs.ts'

const binary = programs.nginx
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
  /** `http://127.0.0.1:…`, or `https://localhost:…` with TLS. */
  readonly url: string
  /** The one that leads to https. */
  readonly plainUrl: string
  /** The self-signed certificate of nginx; absent without TLS. */
  readonly certificate: string | null
  /** Reads the configuration again, as `nginx -s reload` does. */
  reload(): void
  stop(): Promise<void>
}

/**
 * Starts nginx on free ports with `deploy/nginx.conf`, in front of the processes on these ports.
 *
 * @param tls false: as behind another proxy that ends TLS.
 * @param file another configuration, whose servers of the upstream have `max_fails=0`, too.
 */
export async function startNginx(
  ports: readonly number[],
  { tls = false, file = deployed }: { tls?: boolean; file?: string } = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-nginx-'))
  // Its workers run as another user.
  await chmod(folder, 0o755)
  const place = { folder, port: await freePort(), plainPort: await freePort(), tls, file }
  await writeFile(join(folder, 'nginx.conf'), configuration(place, ports))
  const certificate = tls ? await makeCertificate(folder) : null

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
  const reload = () => void nginx.kill('SIGHUP')
  const stop = async () => {
    nginx.kill('SIGTERM')
    await ended
    accesses = readAccesses()
    await rm(folder, { recursive: true })
  }

  const url = tls ? `https://localhost:${place.port}` : `http://127.0.0.1:${place.port}`
  const plainUrl = `http://127.0.0.1:${place.plainPort}`
  for (let attempt = 0; attempt < 200 && nginx.exitCode === null; attempt++) {
    const answer = await fetch(plainUrl, { redirect: 'manual' }).catch(() => null)
    if (answer !== null) return { url, plainUrl, certificate, reload, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not answer: ${log}`)
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly tls: boolean
  readonly file: string
}

/** That of the deployment but for the places: ports, files, and logs that a process can read. */
function configuration(
  { folder, port, plainPort, tls, file }: Place,
  ports: readonly number[],
): string {
  const servers = ports.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  const deployment = readFileSync(file, 'utf8')
    .replace(/(\s*server [\w.-]+:\d+ max_fails=0;)+/, `\n${servers}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/listen 443( ssl.*);/, (_, secure) => `listen 127.0.0.1:${port}${tls ? secure : ''};`)
    .replaceAll('/etc/nginx/tls', folder)
    .replace('pid /tmp/nginx.pid;', `pid ${folder}/nginx.pid;`)
    .replace('error_log /dev/stderr', `error_log stderr`)
    .replace('access_log /dev/stdout requests;', `access_log ${folder}/access.log requests;`)
    .replace('http {', `http {\n${temporary}`)
  return tls ? deployment : deployment.replace(/^ *ssl_.*\n/gm, '')
}

/** A certificate for `localhost` where the configuration looks for one, as text. */
async function makeCertificate(folder: string): Promise<string> {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-out', certificate]
  await promisify(execFile)('openssl', ['req', ...made, '-keyout', key, ...names])
  return readFileSync(certificate, 'utf8')
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
