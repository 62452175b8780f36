import { ApiException } from '../../errors/api-exception.ts'
import { SuspiciousRequest } from '../../errors/exceptions.ts'
import type { Logger } from '../../http/logger.ts'

/** The servers that listen in this process. */
const servers = new Set<{ readonly logger: Logger }>()

/**
 * Keeps the process alive when an unawaited promise of a request is rejected because the request is
 * invalid, as in `void save(request)`: a client must not be able to end the process. It is logged.
 * Every other rejection behaves as without a server: it ends the process, unless the program
 * listens for it.
 *
 * @returns a function that removes the listener.
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
    server?.logger.error({ err: reason }, 'A rejected promise is not awaited anywhere: await it.')
  } else if (process.listenerCount('unhandledRejection') === 1) {
    // Becomes an uncaught exception, as it would be without this listener.
    throw reason
  }
}
