/**
 * Preloaded: writes the URLs of all modules that the process has loaded to the file `LOADED_MODULES`, and the names of
 * Node's own that lie behind its globals.
 */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded: string[] = []

registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url)
    return nextLoad(url, context)
  },
})
const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
process.on('exit', () =>
  writeFileSync(process.env.LOADED_MODULES ?? '', [...loaded, ...moduleLoadList].join('\n')),
)
