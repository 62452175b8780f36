import type { Command } from 'commander'
import { onCall } from '../../on-call.ts'

/** `turnpike adopt <database-url> --out <folder>`: an application over a Django database. */
export function addAdopt(program: Command): void {
  program
    .command('adopt')
    .description('Writes a starting application over the database of a Django project.')
    .argument('<database-url>', 'the database of Django; it is only read')
    .requiredOption('-o, --out <folder>', 'where the application goes; empty or not there')
    .option('-s, --settings <file>', 'what python manage.py diffsettings --all has printed')
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./adopt-database.ts')).adoptDatabase))
}

const help = `
The database is read in a read-only transaction and is not changed. Its address, passwords and secrets are
written into no file. ADOPTED.md in the folder says what was taken over, and what was not.

Examples:
  python manage.py diffsettings --all > diffsettings.txt
  turnpike adopt sqlite:db.sqlite3 --out ../notes-api --settings diffsettings.txt
  turnpike adopt postgres://reader@db/notes --out ../notes-api
  turnpike adopt mysql://reader@db/notes --out ../notes-api`
