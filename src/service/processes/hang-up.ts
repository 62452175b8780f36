import { closeSync, openSync } from 'node:fs'

/**
 * Calls `reload` on SIGHUP. When the reason is a terminal that was closed, the process ends as on
 * SIGTERM instead.
 *
 * @returns a function that takes the listener away again.
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
