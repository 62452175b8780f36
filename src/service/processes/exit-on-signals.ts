import { onSignals } from '../../node/signals.ts'
import { onHangUp } from './hang-up.ts'

/**
 * Ends the process with 0 on SIGTERM and SIGINT, for the time before there is anything to close.
 * Without a listener the first process of a container would not receive them at all. SIGHUP finds
 * nothing to restart.
 *
 * @returns a function that takes the listeners away again.
 */
export function exitOnSignals(): () => void {
  const ignoreStop = onSignals(() => process.exit(0))
  const ignoreHangUp = onHangUp(() => {})
  return () => {
    ignoreStop()
    ignoreHangUp()
  }
}
