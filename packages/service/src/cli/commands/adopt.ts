import { relative } from 'node:path'
import type { Command } from 'commander'
import { importedPackage } from 'turnpike/kit'

interface AdoptCommandOptions {
  out: string
  settings?: string
}

/** `turnpike adopt <database-url> --out <folder>`: an application over a Django database. */
export function addAdopt(program: Command): void {
  program
    .command('adopt')
    .description('Writes a starting application over the database of a Django project.')
    .argument('<database-url>', 'the database of Django; it is only read')
    .requiredOption('-o, --out <folder>', 'where the application goes; empty or not there')
    .option('-s, --settings <file>', 'what python manage.py diffsettings --all has printed')
    .addHelpText('after', help)
    .action(adoptDatabase)
}

const help = `
The database is read in a read-only transaction and is not changed. Its address, passwords and secrets are
written into no file. ADOPTED.md in the folder says what was taken over, and what was not.

Examples:
  python manage.py diffsettings --all > diffsettings.txt
  turnpike adopt sqlite:db.sqlite3 --out ../notes-api --settings diffsettings.txt
  turnpike adopt postgres://reader@db/notes --out ../notes-api
  turnpike adopt mysql://reader@db/notes --out ../notes-api`

async function adoptDatabase(
  databaseUrl: string,
  { out, settings = '' }: AdoptCommandOptions,
): Promise<void> {
  // Imported here, so that other commands start without it.
  const { adopt } = await importedPackage(
    import('@turnpike/django/adopt'),
    '@turnpike/django@0.1',
    'The command adopt',
  )
  const { folder, paths, models } = await adopt({
    databaseUrl,
    folder: out,
    settingsPath: settings === '' ? null : settings,
  })
  const place = relative(process.cwd(), folder) || '.'
  const views = models.length === 1 ? '1 model has views' : `${models.length} models have views`
  console.log(`Wrote ${paths.length} files into ${place}: ${views}.`)
  console.log(`Read ${place}/ADOPTED.md next.`)
}
