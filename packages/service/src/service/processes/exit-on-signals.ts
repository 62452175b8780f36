import { closeSync, openSync } from 'node:fs'

// signals.ts says what a signal does in each process.

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** Removes the listeners of `exitOnSignals`. */
let removeExit = (): void => {}

/**
 * Ends the process with 0 on SIGTERM and SIGINT, for the time before there is anything to close.
 * Without a listener the first process of a container would not receive them at all. SIGHUP has
 * nothing to restart. This file imports nothing of Turnpike: it is the first that is loaded.
 */
export function exitOnSignals(): void {
  const exit = () => process.exit(0)
  for (const signal of stopSignals) process.on(signal, exit)
  const ignoreHangUp = onHangUp(() => {})
  removeExit = () => {
    for (const signal of stopSignals) process.off(signal, exit)
    ignoreHangUp()
  }
}

/**
 * Removes the listeners of `exitOnSignals`, once the caller has attached its own. Not before: a
 * signal that comes while modules are evaluated waits for the next turn of the event loop, and is
 * lost as soon as nothing listens.
 */
export const replaceExitOnSignals = (): void => removeExit()

/**
 * Calls `reload` on SIGHUP. If the cause is a closed terminal, the process ends as on SIGTERM
 * instead.
 *
 * @returns a function that removes the listener.
 */
export function onHangUp(reload: () => void): () => void {
  const listener = () => {
    if (isTerminalGone()) process.emit('SIGTERM', 'SIGTERM')
    else reload()
  }
  process.on('SIGHUP', listener)
  return () => void process.off('SIGHUP', listener)
}

function isTerminalGone(): boolean {
  if (!process.stdin.isTTY) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}
