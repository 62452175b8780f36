import { replaceExitOnSignals } from '../../../service/processes/exit-on-signals.ts'
import { startService } from './service-process.ts'
import { WatchedFolders } from './watched-folders.ts'

/**
 * Lets a process serve, and replaces it after each change of a file in the folders of its modules.
 * A change during a start counts. One that has failed waits for the next change. SIGTERM, SIGINT
 * and SIGHUP end both, at any moment.
 *
 * @param folder that of the first module, which may fail to load.
 */
export async function supervise(folder: string): Promise<void> {
  const folders = new WatchedFolders()
  const stopped = signalled()
  replaceExitOnSignals()
  folders.add(folder)

  for (let isFirst = true; ; isFirst = false) {
    const change = folders.next()
    const service = startService(isFirst ? 'first' : 'again', folders.add)
    const ended = await Promise.race([change.then(() => null), stopped, service.ended])
    if (typeof ended === 'string') {
      console.error(`turnpike: The service has ended with ${ended}. It waits for a change.`)
    }
    const file = await Promise.race([change, stopped])
    await service.end()
    if (file === null) break
    console.error(`turnpike: ${file} has changed.`)
  }
  folders.close()
}

/** Settles with null on the first signal. A second one ends this process, and with it the other. */
function signalled(): Promise<null> {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      resolve(null)
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
