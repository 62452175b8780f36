import type { Command } from 'commander'

/**
 * `turnpike replay [traffic]`, a command of a package of its own.
 *
 * @param called the command that was called. Unless it is this one, its package is not loaded.
 */
export async function addReplay(program: Command, called: string | null): Promise<void> {
  if (called === 'replay') {
    const { importedPackage } = await import('turnpike/kit')
    const imported = import('@turnpike/replay')
    const replay = await importedPackage(imported, '@turnpike/replay@0.1', 'The command replay')
    const { withProgress } = await import('../../progress.ts')
    replay.addReplay(program, withProgress)
    return
  }
  program
    .command('replay')
    .description('Sends recorded requests to two services, and reports how their answers differ.')
}
