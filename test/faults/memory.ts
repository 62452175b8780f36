/** A million requests: the memory of the process stays level. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { makeDatabase } from './databases.ts'
import { atMost, exactly, type Finding, figure, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, startService, stopService } from './service.ts'

const connections = 16
/** Requests on a connection before their answers are waited for. */
const pipelined = 8
const parts = 10
const heapMegabytes = 192

export async function memory(requests: number): Promise<Finding[]> {
  const database = await makeDatabase('sqlite')
  const { token } = await prepare(database.url)
  const service = await startService({
    databaseUrl: database.url,
    // As in a container. With the memory of a whole machine V8 collects so seldom that levels say little.
    env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` },
  })
  try {
    const levels: number[] = []
    let failed = 0
    const begin = performance.now()
    for (let part = 0; part < parts; part++) {
      const share = Math.ceil(requests / parts / connections)
      const counts = await Promise.all(
        Array.from({ length: connections }, (_, index) => ask(service.port, token, share, index)),
      )
      failed += counts.reduce((sum, count) => sum + count, 0)
      levels.push(residentMegabytes(service.pid))
    }
    const seconds = (performance.now() - begin) / 1000
    await stopService(service)
    return [
      figure('requests', requests),
      figure('a second', Math.round(requests / seconds)),
      figure('memory in MB after each tenth', levels.map(Math.round).join(' ')),
      exactly('unexpected answers', failed, 0),
      // What a heap takes until its first full collections is not growth.
      atMost('the last tenth against the third', (levels.at(-1) ?? 0) / (levels[2] ?? 1), 1.2),
      secretsLogged(),
    ]
  } finally {
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

/** What an API is asked: lists, an item, who am I, what is not there, and what is refused. */
const paths = [
  '/notes/?page_size=10',
  '/notes/7/',
  '/timeline/?page_size=5',
  '/whoami/',
  '/nowhere/',
]

/** Asks on one connection. @returns how many answers had a status of 500 or above. */
function ask(port: number, token: string, requests: number, index: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.2.${index + 1}` })
  let [sent, answered, failed] = [0, 0, 0]
  let rest = ''

  const send = () => {
    let text = ''
    for (let count = 0; count < pipelined && sent < requests; count++, sent++) {
      const key = sent % 50 === 49 ? 'unknown' : token
      text += `GET ${paths[sent % paths.length]} HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${key}\r\n\r\n`
    }
    socket.write(text)
  }
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d)\d\d /g)]
    answered += statuses.length
    failed += statuses.filter(([, first]) => first === '5').length
    // A status line may be cut in two.
    rest = text.slice(-12).includes('HTTP/1.1 ')
      ? ''
      : text.slice(-12).replace(/^.*(?=H[^H]*$)/s, '')
    if (!/^HTTP\/?1?\.?1? ?\d{0,3}$/.test(rest)) rest = ''
    if (answered === requests) {
      socket.destroy()
      resolve(failed)
    } else if (answered === sent) send()
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`Closed after ${answered} of ${requests} answers.`)))
  send()
  return promise
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

if (import.meta.main) {
  if (process.platform === 'linux') {
    const requests = process.argv.includes('--quick') ? 20_000 : 1_000_000
    report('Memory', await memory(requests))
  } else
    console.warn('Left out: the memory of another process is read from /proc, which Linux has.')
}
