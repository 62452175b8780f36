import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { constants } from 'node:os'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../http/logger.ts'
import type { Connections } from './sockets/connections.ts'

export interface CloseOptions {
  /**
   * True: another process serves the port on. Then no more connections are taken from the
   * beginning, and `onDrain` is not called. Default false.
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

/**
 * Least and most milliseconds in which a client uses its connection once more, and learns that it
 * ends.
 */
const lull = { least: 100, most: 1000 }

/**
 * Stops a server without losing a request that a client was right to send.
 *
 * Answers say `Connection: close` only when the port is closed: before, clients would come back on
 * new connections, and those that are waiting to be taken when a port is closed are reset by the
 * system.
 */
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
  if (!isReplaced) {
    onDrain?.()
    await sleep(drainDelaySeconds * 1000)
    await waitingConnectionsTaken()
  }

  // Node's own close() would also cut connections on which a request is on its way. On Bun an HTTP
  // server is no server of node:net.
  const { close } = server instanceof NetServer ? NetServer.prototype : server
  const closed = new Promise<unknown>((resolve) => close.call(server, resolve))
  connections.closeAfterAnswers()
  const cutOff = setTimeout(() => {
    logger.warn({ connections: connections.size }, 'The grace period is over: cutting connections.')
    server.closeAllConnections()
  }, gracePeriodSeconds * 1000)
  // Where another process serves on, nobody waits for this one: its clients get all the time there
  // is.
  const wanted = isReplaced ? lull.most : drainDelaySeconds * 1000
  const milliseconds = Math.max(lull.least, Math.min(lull.most, wanted))
  await Promise.race([closed, sleep(milliseconds)])
  server.closeIdleConnections()
  connections.closeUnused()
  await closed
  clearTimeout(cutOff)

  await onClose?.()
  logger.info({}, 'Stopped.')
}

/** Turns of the event loop that are waited for at most. */
const maxTurns = 100
/** Milliseconds of a turn in which little has happened. */
const shortTurn = 0.2

/**
 * Settles directly after a turn of the event loop that was so short that no connection waits now.
 */
async function waitingConnectionsTaken(): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const begin = performance.now()
    await nextTurn()
    if (performance.now() - begin < shortTurn) return
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process on SIGTERM and SIGINT: with 0 when `close` succeeds, with 1 when it fails. A
 * second signal does not wait; the exit code is then 128 and the signal's number, as for a killed
 * process.
 *
 * @returns a function that takes the listeners away again.
 */
export function closeOnSignals(close: () => Promise<void>, logger: Logger): () => void {
  let isClosing = false

  return onSignals((signal) => {
    if (isClosing) process.exit(128 + constants.signals[signal])
    isClosing = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The service did not stop cleanly.')
        process.exit(1)
      },
    )
  })
}

/** Calls the listener on SIGTERM and SIGINT. @returns a function that takes it away again. */
export function onSignals(listener: (signal: (typeof signals)[number]) => void): () => void {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
