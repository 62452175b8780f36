import { relative } from 'node:path'
import { importedPackage } from 'turnpike/kit'

export interface AdoptCommandOptions {
  out: string
  settings?: string
}

/** Writes the application, and prints where it is. */
export async function adoptDatabase(
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
