import type { Command } from 'commander'
import { addDatabaseOption } from '../../database-option.ts'
import { onCall } from '../../on-call.ts'

/** `turnpike seed <module>`: fills the database with the data of the module's seed. */
export function addSeed(program: Command): void {
  const command = program
    .command('seed')
    .description("Fills an empty database by the module's seed, in one transaction.")
    .argument('<module>', 'file whose default export is a service with a seed')
    .option('--yes', 'also if there are users, or rows in the tables of the module')

  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  turnpike migrate ./notes.ts\n  turnpike seed ./notes.ts')
    .action(onCall(async () => (await import('./seed-tables.ts')).seedTables))
}
