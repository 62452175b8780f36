import { readFileSync } from 'node:fs'
import { ConfigurationError } from 'turnpike'
import { openCatalogue } from './inspect/inspect.ts'
import type { DjangoProject } from './project/project.ts'
import { readProject } from './project/read-project.ts'
import { readSettingsDump } from './python/dump.ts'
import { adoptSettings } from './settings/read-settings.ts'
import {
  applicationFiles,
  packageName,
  requireEmptyFolder,
  writeFiles,
} from './writing/write-application.ts'

export interface AdoptOptions {
  /** The database of Django: `sqlite:db.sqlite3`, `postgres://…`, `mysql://…`. It is only read. */
  readonly databaseUrl: string
  /** Where the application goes: a folder that is empty or not there. */
  readonly folder: string
  /** The file with what `manage.py diffsettings --all` prints; null if there is none. */
  readonly settingsPath: string | null
}

/** The files that were written. */
export interface Adopted {
  readonly folder: string
  /** The files in it. */
  readonly paths: readonly string[]
  readonly models: DjangoProject['models']
}

/**
 * Writes a starting application over the database of a Django project.
 *
 * @throws ConfigurationError when the folder is not empty, the settings cannot be read, or the
 *   database does not answer or is not the database of a Django project.
 */
export async function adopt({
  databaseUrl,
  folder: given,
  settingsPath,
}: AdoptOptions): Promise<Adopted> {
  const folder = requireEmptyFolder(given)
  const settings = adoptSettings(
    settingsPath === null ? null : readSettingsDump(textOf(settingsPath)),
  )
  const catalogue = await openCatalogue(databaseUrl)
  const project = await readProject(catalogue).finally(() => catalogue.close())
  const files = applicationFiles(project, settings, packageName(folder))
  await writeFiles(folder, files)
  return { folder, paths: [...files.keys()], models: project.models }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(`The settings cannot be read: ${message}`, { cause: error })
  }
}
