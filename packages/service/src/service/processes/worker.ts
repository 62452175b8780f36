import { inspect } from 'node:util'
import { DatabaseNotMigrated, DatabaseTooNew } from '@turnpike/sql'
import { ConfigurationError, type Logger } from 'turnpike'
import { ListenError, type Server } from 'turnpike/node'
import { replaceExitOnSignals } from './exit-on-signals.ts'
import { isOrder, type Order, type Report } from './messages.ts'
import type { StartingServer } from './start-server.ts'

/** Errors whose message says what to change. All others are logged with their stack. */
const explained = [ConfigurationError, DatabaseNotMigrated, DatabaseTooNew, ListenError]

/**
 * Serves as a worker: reports to the primary process that it listens, or why it cannot start and
 * ends, and stops when ordered to. SIGTERM and SIGINT stop it, too. They may come in addition to
 * the order, because terminals and supervisors signal all processes at once. SIGHUP is ignored: it
 * is meant for the primary process.
 */
export async function serveAsWorker(
  { ready, close }: StartingServer,
  logger: Logger,
): Promise<Server> {
  const end = (order: Order) => {
    close({ isReplaced: order === 'retire' }).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The worker did not stop cleanly.')
        process.exit(1)
      },
    )
  }
  process.on('message', (message) => isOrder(message) && end(message))
  process.on('SIGTERM', () => end('stop'))
  process.on('SIGINT', () => end('stop'))
  process.on('SIGHUP', () => {})
  replaceExitOnSignals()

  try {
    const { url, port } = await ready
    await report({ state: 'ready', url, port })
    return { url, port, close }
  } catch (error) {
    const isExplained = explained.some((type) => error instanceof type)
    await report({
      state: 'failed',
      reason: isExplained ? (error as Error).message : inspect(error),
    })
    process.exit(1)
  }
}

const report = (message: Report): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
