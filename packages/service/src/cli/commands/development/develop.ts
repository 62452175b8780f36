import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CommandFailed } from 'turnpike/kit'
import type { DevelopOptions } from './serve-once.ts'
import { takeTurn } from './service-process.ts'
import { supervise } from './supervise.ts'

/**
 * Serves a module for development, in a process of its own that is replaced after each change.
 * It runs the same command.
 *
 * @throws CommandFailed in production, or when there is no such file.
 */
export async function develop(module: string, options: DevelopOptions): Promise<void> {
  if (process.env.NODE_ENV === 'production') {
    throw new CommandFailed(
      'turnpike dev shows the source of errors, so it does not run with NODE_ENV=production. ' +
        'Use turnpike serve.',
    )
  }
  const turn = takeTurn()
  if (turn !== null) {
    const { serveOnce } = await import('./serve-once.ts')
    return serveOnce(module, options, turn)
  }

  const path = resolve(module)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new CommandFailed(`There is no file ${module} (${path}).`)
  await supervise(dirname(path))
}
