import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigurationError } from 'turnpike'
import type { DjangoProject } from '../project/project.ts'
import type { AdoptedSettings } from '../settings/adopted.ts'
import { onMysql } from '../settings/on-mysql.ts'
import {
  accountsFile,
  applicationFile,
  databaseFile,
  environmentFile,
  mainFile,
  testFile,
} from './application-files.ts'
import { namesOf } from './names.ts'
import { permissionsFile } from './permissions-file.ts'
import { gitignoreFile, packageFile, tsconfigFile } from './project-files.ts'
import { readmeFile } from './readme-file.ts'
import { reportFile } from './report/report-file.ts'
import { policiesOf, settingsFile } from './settings-file.ts'
import { storeFile } from './store-file.ts'
import { tablesFile } from './tables-file.ts'
import { valuesFile } from './values-file.ts'
import { viewsFile, type WritingContext } from './views-file.ts'

/**
 * The folder of a new application.
 *
 * @throws ConfigurationError when something is in it.
 */
export function requireEmptyFolder(given: string): string {
  const folder = resolve(given)
  if (!existsSync(folder)) return folder
  if (!statSync(folder).isDirectory()) {
    throw new ConfigurationError(
      `${folder} is not a folder: name another one. Nothing was written.`,
    )
  }
  // A repository that was just made is not an obstacle.
  const found = readdirSync(folder).filter((name) => name !== '.git')
  if (found.length === 0) return folder
  throw new ConfigurationError(
    `${folder} is not empty (${found.slice(0, 3).join(', ')}): name another folder. Nothing was written.`,
  )
}

/** The files of an application, by their paths. */
export function applicationFiles(
  project: DjangoProject,
  given: AdoptedSettings,
  name: string,
): ReadonlyMap<string, string> {
  const { dialect, tables, accounts, models } = project
  const settings = dialect === 'mysql' ? onMysql(given) : given
  const names = namesOf(project)
  const policies = policiesOf(settings, project)
  const context: WritingContext = {
    dialect,
    names,
    settings,
    policies,
    users: accounts.users,
    usesTimeZones: settings.usesTimeZones,
    usedValues: new Set(),
  }
  const views = [...Map.groupBy(models, ({ app }) => app)].map(
    ([app, own]) => [`src/${names.apps.get(app)?.file}.ts`, viewsFile(app, own, context)] as const,
  )
  const values = valuesFile(context.usedValues, context)
  const uses = (file: string) => views.some(([, text]) => text.includes(`from './${file}.ts'`))
  return new Map([
    [
      'package.json',
      packageFile(name, version(), dialect, {
        usesJwt: policies.schemes.includes('jwt'),
        usesBcrypt: settings.passwordFormat?.startsWith('bcrypt') ?? false,
      }),
    ],
    ['tsconfig.json', tsconfigFile],
    ['.gitignore', gitignoreFile],
    ['README.md', readmeFile(name, dialect, names, policies)],
    ['ADOPTED.md', reportFile({ project, settings, policies, names })],
    ['src/main.ts', mainFile],
    ['src/application.ts', applicationFile(names, settings)],
    ['src/database.ts', databaseFile(dialect)],
    ['src/environment.ts', environmentFile],
    ['src/accounts.ts', accountsFile(project, settings, policies)],
    ['src/settings.ts', settingsFile(settings, policies, accounts)],
    ...(uses('permissions') ? [['src/permissions.ts', permissionsFile] as const] : []),
    ['src/tables.ts', tablesFile(tables, names, context)],
    ...(uses('store') ? [['src/store.ts', storeFile(dialect)] as const] : []),
    ...(values === null ? [] : [['src/values.ts', values] as const]),
    ...views,
    ['test/application.test.ts', testFile(names, policies)],
  ])
}

const version = (): string => createRequire(import.meta.url)('turnpike/package.json').version

/** Writes the files into their folder, which is made. */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    for (const [path, text] of files) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      // Never over a file that appeared meanwhile.
      await writeFile(file, text, { flag: 'wx' })
    }
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(`The application cannot be written: ${message}`, { cause: error })
  }
}

/** The name of the package, from that of the folder. */
export function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z\d-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' || name === 'turnpike' ? 'adopted' : name
}
