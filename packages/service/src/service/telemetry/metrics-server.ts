import { exposition, expositionType } from '@turnpike/telemetry/internal/metrics/exposition'
import type { Family } from '@turnpike/telemetry/metrics'
import type { Logger } from 'turnpike'
import { createServer } from 'turnpike/internal/node/http'
import { listen } from 'turnpike/internal/node/sockets/listen'
import type { Config } from '../config.ts'

/** A server of `GET /metrics` on a port of its own. */
export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** @throws ListenError when the port cannot be opened. */
export async function serveMetrics(
  { metricsHost: host }: Pick<Config, 'metricsHost'>,
  port: number,
  families: () => Promise<readonly Family[]>,
  logger: Logger,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 })
  server.maxConnections = 100
  server.on('request', async ({ method, url }, outgoing) => {
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    if (url?.split('?')[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      outgoing.writeHead(404).end()
      return
    }
    try {
      const text = exposition(await families())
      outgoing.writeHead(200, { 'Content-Type': expositionType }).end(method === 'HEAD' ? '' : text)
    } catch (error) {
      logger.error({ err: error }, 'The metrics could not be collected.')
      outgoing.writeHead(500).end()
    }
  })
  const opened = await listen(server, host, port)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${opened}/metrics`
  logger.info({ url }, `Metrics are at ${url}`)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
