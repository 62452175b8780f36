import { CommandFailed } from 'turnpike/kit'
import { textOf } from './plan.ts'
import type { Dialect } from './texts/tables.ts'

export type Orm = 'kysely' | 'drizzle' | 'prisma'

/** The application in the working directory: its files, as create-turnpike names them. */
export interface Application {
  folder: string
  orm: Orm
  /** The database for which Drizzle has its tables. */
  dialect: Dialect
  migrations: string
  /** By path; absent files are the empty text. */
  texts: Readonly<Record<'service' | 'database' | 'tables' | 'schema' | 'prisma', string>>
}

/** @throws CommandFailed when there is none. */
export async function findApplication(): Promise<Application> {
  const folder = process.cwd()
  await requireFiles(folder, [
    'package.json',
    'src/api.ts',
    'src/migrations.ts',
    'test/open-app.ts',
  ])
  const read = async (path: string) => (await textOf(folder, path)) ?? ''
  const [manifest, migrations, service, database, tables, schema, prisma] = (await Promise.all(
    [
      ...['package.json', 'src/migrations.ts', 'src/service.ts', 'src/database.ts'],
      ...['src/tables.ts', 'src/schema.ts', 'prisma/schema.prisma'],
    ].map(read),
  )) as [string, string, string, string, string, string, string]
  return {
    folder,
    orm: ormOf(manifest),
    dialect: schema.includes('drizzle-orm/pg-core') ? 'postgresql' : 'sqlite',
    migrations,
    texts: { service, database, tables, schema, prisma },
  }
}

/** @throws CommandFailed when one of the files is not there. */
export async function requireFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if ((await textOf(folder, path)) !== null) continue
    throw new CommandFailed(
      `There is no ${path} in ${folder}: turnpike make needs an application as npm create turnpike makes it. ` +
        'Run it in the folder of one.',
    )
  }
}

function ormOf(manifest: string): Orm {
  let dependencies: object
  try {
    dependencies = Object(JSON.parse(manifest)?.dependencies)
  } catch (error) {
    throw new CommandFailed('package.json is not JSON. Nothing was changed.', { cause: error })
  }
  if ('drizzle-orm' in dependencies) return 'drizzle'
  return '@prisma/client' in dependencies ? 'prisma' : 'kysely'
}
