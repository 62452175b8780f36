import type { Logger } from 'turnpike'
import { closeOnSignals } from 'turnpike/internal/node/shut-down'
import type { Server } from 'turnpike/node'
import { onHangUp, replaceExitOnSignals } from './exit-on-signals.ts'
import type { StartingServer } from './start-server.ts'

/*
 * The effects of SIGTERM and SIGINT, by receiving process:
 *
 * - Before there is anything to close, `exitOnSignals`: it exits with 0.
 * - A single serving process: `shutDown` in packages/turnpike/src/node/shut-down.ts. `/readyz`
 *   answers 503 for the drain delay, then no more connections are accepted and running requests
 *   are finished; those that take longer than the grace period are cut off. Then uses of tokens
 *   are written, and the connections to Redis and the database are closed.
 * - The primary process of several workers: `close` in workers.ts. Each worker is ordered to stop,
 *   and is killed when that takes longer than its drain delay, its grace period and 5 seconds.
 * - A worker: the same as on that order, `serveAsWorker` in worker.ts. It shuts down like a single
 *   serving process.
 *
 * The exit code is 0, or 1 when something could not be closed in order. A second signal ends a
 * single process or the primary one at once, and its end ends the workers. On SIGHUP the primary
 * process replaces its workers, one after the other.
 */

/**
 * Closes the server on SIGTERM and SIGINT, even while it is starting: some of its processes may
 * already be answering requests. Call it in the turn of the event loop in which the start begins.
 *
 * @param reload what SIGHUP does.
 * @returns the server, once it is ready.
 */
export async function serveUntilSignal(
  { ready, close }: StartingServer,
  { reload, logger }: { reload(): void; logger: Logger },
): Promise<Server> {
  let stop: Promise<void> | undefined
  const closeOnce = () => {
    stop ??= close().finally(ignoreSignals)
    return stop
  }
  const ignoreStop = closeOnSignals(closeOnce, logger)
  const ignoreHangUp = onHangUp(reload)
  replaceExitOnSignals()
  const ignoreSignals = () => {
    ignoreStop()
    ignoreHangUp()
  }

  try {
    const { url, port } = await ready
    return { url, port, close: closeOnce }
  } catch (error) {
    ignoreSignals()
    throw error
  }
}
