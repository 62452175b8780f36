import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike counted verify|rebuild|fold [table]`: looks after the counters of counted tables. */
export function addCounted(program: Command): void {
  const counted = program
    .command('counted')
    .description('Checks and repairs the counters of counted tables.')

  const add = (name: string, description: string, help: string) => {
    const command = counted
      .command(name)
      .description(description)
      .argument('[table]', 'the counted table; default: all of them')
    return addDatabaseOption(command).addHelpText('after', `\n${help}`)
  }
  add('verify', 'Compares the counters with the rows.', verifyHelp).action(
    onCall(async () => (await import('./counted-tables.ts')).verify),
  )
  add('rebuild', 'Counts all rows again.', rebuildHelp).action(
    onCall(async () => (await import('./counted-tables.ts')).rebuild),
  )
  add('fold', 'Adds to the counters what other programs have written.', foldHelp).action(
    onCall(async () => (await import('./counted-tables.ts')).fold),
  )
}

const verifyHelp = `It reads all rows, in one transaction. The exit code is 1 when a counter is wrong, or is not kept.

Example:
  turnpike counted verify note`

const rebuildHelp = `Writers of the table wait meanwhile. It gives up when it gets no lock within 5 seconds.

Example:
  turnpike counted rebuild note`

const foldHelp = `For PostgreSQL, without a running service, which does it by itself. Counts are exact either way; reading them
gets quicker. On SQLite there is nothing to do.

Example:
  turnpike counted fold`
