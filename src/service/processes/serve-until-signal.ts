import type { Logger } from '../../http/logger.ts'
import type { Server } from '../../node/serve.ts'
import type { CloseOptions } from '../../node/shut-down.ts'
import { closeOnSignals } from '../../node/signals.ts'
import { onHangUp } from './hang-up.ts'

/** A server that may still be starting. */
export interface StartingServer {
  /**
   * Where it listens. Rejects when it cannot start; stays pending when it was closed before,
   * because the process ends then.
   */
  readonly ready: Promise<Omit<Server, 'close'>>
  /** Before it listens: ends the start. Afterwards: stops without losing a request. */
  close(options?: CloseOptions): Promise<void>
}

/**
 * Closes the server on SIGTERM and SIGINT, also while it is starting: some of its processes may be
 * answering requests already.
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
