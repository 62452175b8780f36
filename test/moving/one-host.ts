import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../faults/nginx.ts'
import { programs } from '../support/programs.ts'

/** nginx in front of Django and Turnpike, as one host for browsers and clients. */
export interface OneHost {
  readonly url: string
  /** Sends these paths, and all below them, to Turnpike, and all others to Django: by a reload. */
  move(paths: readonly string[]): Promise<void>
  /** What nginx has complained of. */
  log(): string
  close(): Promise<void>
}

/** Answers say in `X-Served-By` which service they are of: `django` or `turnpike`. */
export async function oneHost(django: string, turnpike: string): Promise<OneHost> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-one-host-'))
  // Its workers run as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const locate = (paths: readonly string[]) =>
    writeFile(
      join(folder, 'moved.conf'),
      paths.map((path) => `location ${path} { proxy_pass http://turnpike; }\n`).join(''),
    )
  await locate([])
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, { django, turnpike }))

  const nginx = spawn(programs.nginx, ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'])
  let log = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(nginx, 'exit')
  for (let attempt = 0; attempt < 200 && nginx.exitCode === null; attempt++) {
    if ((await fetch(url).catch(() => null)) !== null) break
    await new Promise((later) => setTimeout(later, 25))
  }
  if (nginx.exitCode !== null) throw new Error(`nginx does not start: ${log}`)

  return {
    url,
    async move(paths) {
      await locate(paths)
      nginx.kill('SIGHUP')
    },
    log: () => log,
    async close() {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function configuration(
  folder: string,
  port: number,
  { django, turnpike }: { django: string; turnpike: string },
): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${places.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}

  upstream django { server ${new URL(django).host}; }
  upstream turnpike { server ${new URL(turnpike).host}; }

  server {
    listen 127.0.0.1:${port};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    add_header X-Served-By $proxy_host always;

    include ${folder}/moved.conf;
    location / { proxy_pass http://django; }
  }
}
`
}
