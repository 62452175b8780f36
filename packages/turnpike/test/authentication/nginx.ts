import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@turnpike/test-support/programs.ts'
import { onTestFinished } from 'vitest'

const binary = programs.nginx

/** Why tests with nginx are skipped, or null when it is installed. */
export const nginxMissing: string | null = whyMissing()

function whyMissing(): string | null {
  if (existsSync(binary)) return null

  const reason = `There is no ${binary} (TEST_NGINX): install nginx.`
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

/**
 * Starts nginx on a free port, for the length of a test.
 *
 * @param location the directives of its one location.
 * @param passwords who may sign in, in clear text, for `auth_basic_user_file passwords`.
 * @returns its address.
 */
export async function startNginx(
  location: string,
  passwords: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-nginx-'))
  // The workers run as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const lines = Object.entries(passwords).map(([name, password]) => `${name}:{PLAIN}${password}\n`)
  await writeFile(join(folder, 'passwords'), lines.join(''))
  await writeFile(join(folder, 'nginx.conf'), configuration(port, location, folder))

  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;']
  const nginx = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  nginx.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  })

  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100 && nginx.exitCode === null; attempt++) {
    if (await fetch(url).catch(() => null)) return url
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not answer: ${complaints}`)
}

const configuration = (port: number, location: string, folder: string) => `
  worker_processes 1;
  pid nginx.pid;
  events { worker_connections 64; }
  http {
    access_log off;
    # The worst case: names with an underscore reach the service.
    underscores_in_headers on;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    server {
      listen 127.0.0.1:${port};
      location / { ${location} }
    }
  }`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
