import { constants } from 'node:os'
import type { Logger } from '../http/logger.ts'

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
