import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { programs } from '@turnpike/test-support/programs.ts'
import { expect, it, onTestFinished } from 'vitest'
import {
  freePort,
  hasNginx,
  skippedBecause,
  start,
  temporaryFolder,
  untilReachable,
} from '../../../../replay/test/servers.ts'
import { answering, startService } from '../../../../replay/test/two-services.ts'

const main = resolve(import.meta.dirname, '../../../src/cli/main.ts')

/** The command as a mirror on a free port. */
async function startMirror(from: URL, to: URL, ...more: string[]) {
  const port = await freePort()
  const mirror = ['replay', '--mirror', `127.0.0.1:${port}`, '--from', from.href, '--to', to.href]
  const child = spawn(process.execPath, ['--conditions=source', main, ...mirror, ...more])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const code = new Promise<number | null>((done) => child.once('close', done))
  await untilReachable(port)
  return { child, port, url: new URL(`http://127.0.0.1:${port}`), out, err, code }
}

const ended = async (mirror: {
  child: ChildProcess
  out: Promise<string>
  err: Promise<string>
  code: Promise<number | null>
}) => {
  mirror.child.kill('SIGTERM')
  const [out, err, code] = await Promise.all([mirror.out, mirror.err, mirror.code])
  return { out, err, code }
}

it('turnpike replay --mirror prints the report when it is ended, and names a cause at once', async () => {
  const [from, to] = await Promise.all([
    startService(answering('{"a":1}')),
    startService(answering('{"a":2}')),
  ])
  const mirror = await startMirror(from, to)
  for (let index = 0; index < 3; index++)
    expect(await (await fetch(mirror.url)).text()).toBe('{"a":1}')
  const { out, err, code } = await ended(mirror)
  expect(err).toContain('turnpike: difference: body /a: value\n')
  expect(err.match(/turnpike: difference/g)).toHaveLength(1)
  expect(out).toContain('body /a: value: 3 requests, first: GET / (request 1)')
  expect(code).toBe(1)
})

it('turnpike replay --mirror ends with 0 when nothing differed', async () => {
  const service = await startService(answering('{"a":1}'))
  const other = await startService(answering('{"a":1}'))
  const mirror = await startMirror(service, other, '--json')
  await (await fetch(mirror.url)).text()
  const { out, code } = await ended(mirror)
  expect(JSON.parse(out)).toMatchObject({ compared: 1, equal: 1, unexplained: 0 })
  expect(code).toBe(0)
})

it('turnpike replay --mirror prints the report on SIGUSR2, and goes on', async () => {
  const service = await startService(answering('{"a":1}'))
  const other = await startService(answering('{"a":1}'))
  const mirror = await startMirror(service, other)
  await (await fetch(mirror.url)).text()
  mirror.child.kill('SIGUSR2')
  await (await fetch(mirror.url)).text()
  const { out, code } = await ended(mirror)
  // The first may be compared only after that report.
  expect(out.match(/^(?:Compared the answers to|Nothing was compared)/gm)).toHaveLength(2)
  expect(out).toContain('Compared the answers to 2 requests: 2 equal.')
  expect(code).toBe(0)
})

it('a port that is taken is refused by turnpike replay --mirror', async () => {
  const service = await startService(answering('{}'))
  const child = spawn(process.execPath, [
    ...['--conditions=source', main, 'replay', '--mirror', service.host],
    ...['--from', 'http://127.0.0.1:1/', '--to', 'http://127.0.0.1:2/'],
  ])
  const err = text(child.stderr)
  const code = await new Promise((done) => child.once('close', done))
  expect(await err).toContain('turnpike: The mirror cannot listen: listen EADDRINUSE')
  expect(code).toBe(1)
})

it('clients of nginx notice neither the mirror nor its end', async ({ skip }) => {
  skip(skippedBecause(hasNginx, 'nginx'))
  const old = await startService((request, response) =>
    answering(JSON.stringify({ url: `http://${request.headers.host}${request.url}` }))(
      request,
      response,
    ),
  )
  // It is slower than the clients.
  const slow = await startService((request, response) => {
    const url = `http://${request.headers.host}${request.url}`
    setTimeout(() => answering(JSON.stringify({ url }))(request, response), 50)
  })
  const mirror = await startMirror(old, slow)
  const folder = temporaryFolder()
  const port = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
      uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      upstream api { server 127.0.0.1:${mirror.port}; server ${old.host} backup; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://api;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }`,
  )
  const files = ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf'), '-p', folder]
  start(programs.nginx, files, folder)
  await untilReachable(port)

  const wrong: unknown[] = []
  let isDone = false
  let count = 0
  const client = async () => {
    while (!isDone) {
      const path = `/x/${++count}/`
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      const body = await response.text()
      if (response.status !== 200 || !body.includes(path)) wrong.push([response.status, body])
    }
  }
  const clients = [client(), client(), client(), client()]
  await expect.poll(() => count).toBeGreaterThan(300)
  const { out, code } = await ended(mirror)
  const before = count
  await expect.poll(() => count).toBeGreaterThan(before + 100)
  isDone = true
  await Promise.all(clients)
  expect(wrong).toEqual([])
  expect(out).toContain('No unexplained differences.')
  expect(code).toBe(0)
})
