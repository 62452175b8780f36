import type { Command } from 'commander'

export interface DatabaseOptions {
  /** The option `--database`; absent: `DATABASE_URL`, or its default. */
  database?: string
}

export const addDatabaseOption = (command: Command): Command =>
  command.option('-d, --database <url>', 'the database, instead of the one in DATABASE_URL')
