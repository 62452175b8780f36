/**
 * Credentials of 8 to 16 KiB, far more of them at once than passwords can be hashed, in requests that are cut
 * in two anywhere, pipelined, and half closed: each connection ends soon, however long the queue of hashes is.
 */
import { connect } from 'node:net'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { type Random, seededRandom } from './random.ts'
import { atLeast, atMost, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { linesOf, prepare, startService, stopService } from './service.ts'

const connections = 64
/** Milliseconds of silence after which a connection that is not closed counts as hanging. */
const patience = 30_000

export async function longCredentials(kind: Kind, count: number, seed = 1): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const { token } = await prepare(database.url)
  const service = await startService({ databaseUrl: database.url })
  try {
    const random = seededRandom(seed)
    const statuses = new Map<string, number>()
    let [left, hanging, unexplained, longest] = [count, 0, 0, 0]

    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) {
          const { received, isClosed, silence } = await send(service.port, request(random), random)
          longest = Math.max(longest, silence)
          if (!isClosed) hanging++
          for (const [head, status = ''] of received.matchAll(heads)) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            const isFullQueue = status === '503' && /^retry-after: [1-9]/im.test(head)
            if (status >= '500' && !isFullQueue) unexplained++
          }
        }
      }),
    )

    const headers = { Authorization: `Token ${token}` }
    const after = await fetch(`${service.url}/whoami/`, { headers })
    return [
      figure('requests', count),
      figure('answers by status', JSON.stringify([...statuses].toSorted())),
      atLeast('that waited for a hash in vain (503)', statuses.get('503') ?? 0, 1),
      exactly('answers of 500 and above, but 503 with Retry-After', unexplained, 0),
      exactly('connections that hang', hanging, 0),
      // Ten seconds in the queue, and the hash, on a machine that has other work. A connection with several
      // requests on it waits for each.
      atMost('longest wait for an answer or the end', longest, 15_000, 'ms'),
      exactly('errors in the log', linesOf(service.log(), 'error'), 0),
      exactly('status of an honest request afterwards', after.status, 200),
      isSo('the process stops cleanly', (await stopService(service)) === 0),
      secretsLogged(),
    ]
  } finally {
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

const heads = /HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs

/** Its body is often longer than what the system takes in for a server that does not read. */
function request(random: Random): string {
  const username = random.pick(['ann', 'u'.repeat(1 + random.below(150)), 'u'.repeat(3000)])
  const length = 5900 + random.below(6300) - username.length
  const credentials = btoa(`${username}:${'p'.repeat(random.pick([length, 4000, 12]))}`)
  const body = random.pick(['', '{"title":"t"}', 'x'.repeat(70_000), 'x'.repeat(300_000)])
  const fields = [
    'Host: a',
    `Authorization: Basic ${credentials}`,
    'Content-Type: application/json',
    `Content-Length: ${random.pick([body.length, body.length + 20, body.length >> 1])}`,
    ...(random.below(2) === 0 ? ['Connection: close'] : []),
    ...(random.below(4) === 0 ? ['Expect: 100-continue'] : []),
  ]
  const method = random.pick(['GET', 'POST', 'OPTIONS', 'PUT'])
  const path = random.pick(['/whoami/', '/notes/', '/nowhere/'])
  const text = `${method} ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`
  return random.below(5) === 0 ? text.repeat(2 + random.below(3)) : text
}

interface Sent {
  readonly received: string
  /** Whether the server has closed the connection. */
  readonly isClosed: boolean
  /** The most milliseconds in which nothing came. */
  readonly silence: number
}

/** Sends it in two parts, and closes the client's half. */
function send(port: number, text: string, random: Random): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const part = () => 1 + random.below(250)
  const localAddress = `127.${part()}.${part()}.${part()}`
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
  let [received, silence, latest] = ['', 0, performance.now()]
  const hear = () => {
    silence = Math.max(silence, performance.now() - latest)
    latest = performance.now()
  }
  const end = (isClosed: boolean) => {
    clearTimeout(timer)
    hear()
    resolve({ received, isClosed, silence })
  }
  const timer = setTimeout(() => {
    end(false)
    socket.destroy()
  }, patience)
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    hear()
    received += chunk
    timer.refresh()
  })
  socket.on('error', () => {})
  socket.on('close', () => end(true))
  const cut = random.below(Math.min(text.length, 17_000))
  const pause = random.below(5)
  socket.write(text.slice(0, cut), () => setTimeout(() => socket.end(text.slice(cut)), pause))
  return promise
}

if (import.meta.main) {
  const count = process.argv.includes('--quick') ? 300 : 2000
  for (const kind of await kindsAtHand(process.argv)) {
    report(`Long credentials, ${kind}`, await longCredentials(kind, count))
  }
}
