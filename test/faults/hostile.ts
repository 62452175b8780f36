/** 5,000 hostile requests: none causes a failure or hangs, and the service survives. */
import { connect } from 'node:net'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { type Bytes, hostileRequests } from './hostile-requests.ts'
import { exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { linesOf, prepare, startService, stopService } from './service.ts'
import { signIn } from './sign-in.ts'

/** Milliseconds after which a connection that is not closed counts as hanging. */
const patience = 20_000
/** Milliseconds of silence after which a client says that it has said all. */
const quiet = 1000
const connections = 16

export interface HostileOptions {
  count: number
  /** Default 1. */
  seed?: number
  /** Default null: one process, without workers. */
  workers?: number | null
}

export async function hostile(
  kind: Kind,
  { count, seed = 1, workers = null }: HostileOptions,
): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const secrets = await prepare(database.url)
  const args = workers === null ? [] : ['--workers', String(workers)]
  const service = await startService({ databaseUrl: database.url, args })
  try {
    const session = await signIn(service.url, 'ann', secrets.password)
    const requests = hostileRequests(count, { ...session, token: secrets.token }, seed)
    const statuses = new Map<number, number>()
    const failures: Bytes[] = []
    let hanging = 0
    let unanswered = 0

    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const request of requests) {
          const answer = await send(service.port, request)
          if (answer === null) hanging++
          const found = statusesIn(answer ?? '')
          if (found.length === 0) unanswered++
          for (const status of found) statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // 501 is the answer to what HTTP says is not implemented here: tunnels, transfer codings.
          if (answer === null || found.some((status) => status >= 500 && status !== 501))
            failures.push(request)
        }
      }),
    )

    const headers = { Authorization: `Token ${secrets.token}` }
    const after = await fetch(`${service.url}/whoami/`, { headers })
    const exit = await stopService(service)
    for (const request of failures.slice(0, 10))
      console.error(JSON.stringify(request.slice(0, 20_000)))

    const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    const times = (from: number, to: number) =>
      [...statuses].reduce((sum, [status, n]) => (status >= from && status < to ? sum + n : sum), 0)
    return [
      figure('hostile requests', count),
      figure('answers', total),
      figure('requests without one', unanswered),
      figure('of them 2xx, 3xx, 4xx', `${times(200, 300)}, ${times(300, 400)}, ${times(400, 500)}`),
      figure('of them 501', times(501, 502)),
      figure('by status', JSON.stringify([...statuses].toSorted())),
      exactly('answers of 500 and above, but 501', times(500, 600) - times(501, 502), 0),
      exactly('connections that hang', hanging, 0),
      exactly('errors in the log', linesOf(service.log(), 'error'), 0),
      exactly('status of an honest request afterwards', after.status, 200),
      secretsLogged(),
      isSo('the process stops cleanly', exit === 0),
    ]
  } finally {
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

/**
 * All that comes back until the server closes the connection, or null when it does not.
 *
 * One in four closes its half of the connection at once. Node then closes the other, and an answer that is
 * not yet there is not sent, so the others do it only when nothing has come for a while.
 */
function send(port: number, request: Bytes): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  // From many addresses: one alone would soon be refused for its wrong credentials.
  const part = () => 1 + Math.floor(Math.random() * 250)
  const localAddress = `127.${part()}.${part()}.${part()}`
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let received = ''
  const timer = setTimeout(() => {
    const { bytesWritten, writableLength } = socket
    const state = JSON.stringify({
      bytesWritten,
      writableLength,
      received: received.slice(0, 1000),
    })
    console.error(`No end of a connection: ${state}`)
    resolve(null)
    socket.destroy()
  }, patience)
  const closingHalf = setTimeout(() => socket.end(), quiet)
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    closingHalf.refresh()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    clearTimeout(closingHalf)
    resolve(received)
  })
  if (request.length % 4 === 0) socket.end(request, 'latin1')
  else socket.write(request, 'latin1')
  return promise
}

const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status))

if (import.meta.main) {
  const quick = process.argv.includes('--quick')
  const seed = Number(process.env.SEED ?? 1)
  for (const kind of await kindsAtHand(process.argv)) {
    const count = quick ? 500 : 5000
    report(`Hostile requests, ${kind}`, await hostile(kind, { count, seed }))
    report(`Hostile requests, ${kind}, 4 workers`, await hostile(kind, { count, seed, workers: 4 }))
  }
}
