import { ApiException } from '../../errors/api-exception.ts'
import { SuspiciousRequest } from '../../errors/exceptions.ts'
import type { Logger } from '../../http/logger.ts'

/** One of each server that listens in this process. */
const servers = new Set<{ readonly logger: Logger }>()

/**
 * Keeps the process alive when a promise that nobody awaits is rejected for a request that is
 * refused, as that of `void save(request)` for wrong data: a client must not be able to end the
 * process. It is logged. Every other rejection does what it does without a server: it ends the
 * process, unless the program listens for it.
 *
 * @returns a function that takes the listener away again.
 */
export function surviveRefusedPromises(logger: Logger): () => void {
  const server = { logger }
  if (servers.size === 0) process.on('unhandledRejection', onRejection)
  servers.add(server)
  return () => {
    servers.delete(server)
    if (servers.size === 0) process.off('unhandledRejection', onRejection)
  }
}

function onRejection(reason: unknown): void {
  if (reason instanceof ApiException || reason instanceof SuspiciousRequest) {
    const [server] = servers
    server?.logger.error({ err: reason }, 'Nobody awaits a promise that was rejected: await it.')
  } else if (process.listenerCount('unhandledRejection') === 1) {
    // Becomes an uncaught exception, as it would be without this listener.
    throw reason
  }
}
