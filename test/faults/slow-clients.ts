/** Idle connections and slow headers by the thousand, while ordinary requests go on. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDatabase } from './databases.ts'
import { ordinary } from './ordinary.ts'
import { atMost, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, startService, stopService } from './service.ts'

export interface SlowClients {
  /** Connections that have asked once and stay open. */
  idle: number
  /** Connections that send a byte of their header each second. */
  slow: number
}

/** Seconds that the slow ones are watched: longer than a header may take. */
const watched = 20

export async function slowClients({ idle, slow }: SlowClients): Promise<Finding[]> {
  const database = await makeDatabase('sqlite')
  const { token } = await prepare(database.url)
  const service = await startService({ databaseUrl: database.url, env: { LOG_LEVEL: 'info' } })
  const sockets: Socket[] = []
  try {
    const before = await ordinary(service.url, token, 3)

    const idling = await openAll(service.port, idle, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    const dawdling = await openAll(service.port, slow, 'GET / HTTP/1.1\r\nHost: a\r\nX: ')
    sockets.push(...idling, ...dawdling)
    let answered408 = 0
    for (const socket of dawdling) {
      let isAnswered = false
      socket.on('data', (data) => {
        if (!isAnswered && data.toString('latin1').startsWith('HTTP/1.1 408 ')) answered408++
        isAnswered = true
      })
    }
    const dripping = setInterval(() => {
      for (const socket of dawdling) if (socket.writable) socket.write('x')
    }, 1000)

    const during = await ordinary(service.url, token, watched)
    clearInterval(dripping)
    const stillIdle = idling.filter(({ destroyed }) => !destroyed).length
    for (const socket of sockets) socket.destroy()
    await sleep(500)
    const after = await ordinary(service.url, token, 3)

    return [
      exactly('idle connections that were open throughout', stillIdle, idle),
      exactly('slow headers that were answered with 408', answered408, slow),
      exactly('ordinary requests that failed', before.failed + during.failed + after.failed, 0),
      figure(
        'requests a second before, during, after',
        `${before.rate}, ${during.rate}, ${after.rate}`,
      ),
      figure(
        '99th percentile in ms before, during, after',
        `${before.p99}, ${during.p99}, ${after.p99}`,
      ),
      atMost('99th percentile during it', during.p99, 500, 'ms'),
      isSo('the process stops cleanly', (await stopService(service)) === 0),
      secretsLogged(),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

/** From several addresses, 200 at a time, which the queue of the port holds. */
async function openAll(port: number, count: number, first: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Math.min(200, count - sockets.length)
    const opened = Array.from({ length: batch }, async (_, index) => {
      const localAddress = `127.0.1.${1 + (index % 100)}`
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      socket.write(first)
      return socket
    })
    sockets.push(...(await Promise.all(opened)))
  }
  for (const socket of sockets) socket.resume()
  return sockets
}

if (import.meta.main) {
  const quick = process.argv.includes('--quick')
  const clients = quick ? { idle: 500, slow: 100 } : { idle: 10_000, slow: 1000 }
  report(`${clients.idle} idle and ${clients.slow} slow clients`, await slowClients(clients))
}
