import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { constants } from 'node:os'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { knownOptions } from '../errors/known-options.ts'
import type { Logger } from '../http/logger.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { Connections } from './sockets/connections.ts'

// packages/service/src/service/processes/signals.ts says what SIGTERM does in each process.

/** Options of closing a server. */
export interface CloseOptions {
  /**
   * True: another process continues on the port. Then no more connections are accepted from the
   * start, and `onDrain` is not called. Default false.
   */
  isReplaced?: boolean
}

export const closeOptions = knownOptions<CloseOptions>('close()', { isReplaced: trueOrFalse })

export interface ShutDownOptions extends CloseOptions {
  drainDelaySeconds?: number
  gracePeriodSeconds?: number
  /** A guarded one: an error of it would end the stop. */
  logger: Logger
  onDrain?(): void
  onClose?(): void | Promise<void>
}

/**
 * Minimum and maximum milliseconds for a client to use its connection once more and learn that it
 * is closing.
 */
const lull = { least: 100, most: 1000 }

/**
 * Stops a server without losing a legitimate request.
 *
 * Answers say `Connection: close` only once the port is closed. Before that, clients would return
 * on new connections, and connections that wait to be accepted when the port is closed are reset by
 * the system.
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
  logger.info({}, 'Stopping: finishing running requests.')
  if (!isReplaced) {
    const drain = async () => onDrain?.()
    drain().catch((error: unknown) => {
      logger.error({ err: error }, 'onDrain failed. The server stops all the same.')
    })
    await sleep(drainDelaySeconds * 1000)
    await waitingEventsTaken()
  }

  // Node's own close() would also cut connections with a request on its way. On Bun an HTTP server
  // is not a server of node:net.
  const { close } = server instanceof NetServer ? NetServer.prototype : server
  const closed = new Promise<unknown>((resolve) => close.call(server, resolve))
  connections.closeAfterAnswers()
  const cutOff = setTimeout(() => {
    logger.warn({ connections: connections.size }, 'The grace period is over: cutting connections.')
    server.closeAllConnections()
    connections.cutHandedOver()
  }, gracePeriodSeconds * 1000)
  // If another process continues, nobody waits for this one: its clients get the maximum time.
  const wanted = isReplaced ? lull.most : drainDelaySeconds * 1000
  const milliseconds = Math.max(lull.least, Math.min(lull.most, wanted))
  await Promise.race([closed, sleep(milliseconds)])
  // The timer runs before what has arrived is read: a busy process may have requests waiting.
  await waitingEventsTaken()
  server.closeIdleConnections()
  connections.closeUnused()
  await closed
  clearTimeout(cutOff)

  await onClose?.()
  logger.info({}, 'Stopped.')
}

/** Maximum number of turns of the event loop to wait for. */
const maxTurns = 100
/** Milliseconds of a turn in which little happened. */
const shortTurn = 0.2

/**
 * Settles directly after a turn of the event loop so short that no connection and no request can be
 * waiting.
 */
async function waitingEventsTaken(): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const begin = performance.now()
    await nextTurn()
    if (performance.now() - begin < shortTurn) return
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process on SIGTERM and SIGINT: with 0 when `close` succeeds, with 1 when it fails. A
 * second signal does not wait; the exit code is then 128 plus the signal's number, as for a killed
 * process.
 *
 * @param logger a guarded one: nobody handles its errors.
 * @returns a function that removes the listeners.
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

/** Calls the listener on SIGTERM and SIGINT. @returns a function that removes it. */
export function onSignals(listener: (signal: (typeof signals)[number]) => void): () => void {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
