import { foldCounted, rebuildCounted, verifyCounted } from '@turnpike/sql'
import type { Command } from 'commander'
import { CommandFailed } from 'turnpike/kit'
import { addDatabaseOption, type DatabaseOptions, withDatabase } from '../accounts.ts'

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
  add('verify', 'Compares the counters with the rows.', verifyHelp).action(verify)
  add('rebuild', 'Counts all rows again.', rebuildHelp).action(rebuild)
  add('fold', 'Adds to the counters what other programs have written.', foldHelp).action(fold)
}

const verifyHelp = `It reads all rows, in one transaction. The exit code is 1 when a counter is wrong, or is not kept.

Example:
  turnpike counted verify note`

const rebuildHelp = `Writers of the table wait meanwhile.

Example:
  turnpike counted rebuild note`

const foldHelp = `For PostgreSQL, without a running service, which does it by itself. Counts are exact either way; reading them
gets quicker. On SQLite there is nothing to do.

Example:
  turnpike counted fold`

const existing = { create: false }

const verify = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const verified = await verifyCounted(db, table ?? null)
      for (const { table, fault, drifts } of verified) {
        if (fault === null && drifts.length === 0) console.log(`${table}: its counters are right.`)
        if (fault !== null) console.log(`${table}: its counters are not in use: ${fault}`)
        for (const { what, kept, found } of drifts)
          console.log(`${table}: ${what}: the counter says ${kept}, there are ${found}.`)
      }
      if (verified.length === 0) console.log('No table is counted.')
      const wrong = verified.filter(({ fault, drifts }) => fault !== null || drifts.length > 0)
      if (wrong.length > 0) {
        throw new CommandFailed(
          `Counters to repair: ${wrong.map(({ table }) => table).join(', ')}. Run: turnpike counted rebuild`,
        )
      }
    },
    existing,
  )

const rebuild = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const rebuilt = await rebuildCounted(db, table ?? null)
      for (const name of rebuilt) console.log(`${name}: counted again.`)
      if (rebuilt.length === 0) console.log('No table is counted.')
    },
    existing,
  )

const fold = (table: string | undefined, options: DatabaseOptions) =>
  withDatabase(
    options,
    async ({ db }) => {
      const folded = await foldCounted(db, table ?? null)
      if (folded === null) console.log('On SQLite each write updates the counters.')
      else if (folded.size === 0) console.log('No table is counted.')
      else for (const [name, count] of folded) console.log(`${name}: ${count} changes folded.`)
    },
    existing,
  )
