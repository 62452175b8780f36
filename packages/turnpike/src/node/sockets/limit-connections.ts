import type { Server } from 'node:http'
import type { Logger } from '../../http/logger.ts'

/** Milliseconds between two warnings: an attack must not fill the disk. */
const warningInterval = 60_000

/** Closes connections beyond this number at once. Open ones are still served. */
export function limitConnections(server: Server, maxConnections: number, logger: Logger): void {
  server.maxConnections = maxConnections
  let warned = Number.NEGATIVE_INFINITY

  server.on('drop', () => {
    const now = performance.now()
    if (now - warned < warningInterval) return

    warned = now
    logger.warn({ maxConnections }, 'Too many connections are open: further ones are closed.')
  })
}
