import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import type { Connections } from './connections.ts'

export interface CloseOptions {
  /**
   * True: another process serves the port on. Then no more connections are taken from the beginning,
   * and `onDrain` is not called. Default false.
   */
  isReplaced?: boolean
}

export interface ShutDownOptions extends CloseOptions {
  drainDelaySeconds?: number
  gracePeriodSeconds?: number
  logger: Logger
  onDrain?(): void
  onClose?(): void | Promise<void>
}

/** Milliseconds in which a request that was sent before the port was closed arrives. */
const lullMilliseconds = 100

/** Stops a server without losing a request that a client was right to send. */
export async function shutDown(
  server: Server,
  connections: Connections,
  {
    drainDelaySeconds = 1,
    gracePeriodSeconds = 10,
    isReplaced = false,
    logger,
    onDrain,
    onClose,
  }: ShutDownOptions,
): Promise<void> {
  logger.info({}, 'Stopping: requests under way are being finished.')
  // Node's own close() would also cut connections on which a request is on its way.
  const closePort = () =>
    new Promise<unknown>((resolve) => NetServer.prototype.close.call(server, resolve))
  if (!isReplaced) onDrain?.()
  connections.closeAfterAnswers()
  const replaced = isReplaced ? closePort() : null
  await sleep(drainDelaySeconds * 1000)

  const closed = replaced ?? closePort()
  const cutOff = setTimeout(() => {
    logger.warn({ connections: connections.size }, 'The grace period is over: cutting connections.')
    server.closeAllConnections()
  }, gracePeriodSeconds * 1000)
  await Promise.race([closed, sleep(lullMilliseconds)])
  server.closeIdleConnections()
  connections.closeUnused()
  await closed
  clearTimeout(cutOff)

  await onClose?.()
  logger.info({}, 'Stopped.')
}
