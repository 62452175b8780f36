import { resolve } from 'node:path'
import { type AnyDatabase, isSqlite, postgresPool } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { prismaAdapter } from '@turnpike/sql/prisma'
import { onTestFinished } from 'vitest'
import { openPostgres } from '../postgres.ts'
import { openInFile } from '../sqlite.ts'
import { generatePrisma } from './generate.ts'
import { importOf, type PrismaVersion } from './packages.ts'
import { createPrismaTables } from './tables.ts'

/** A client of the schemas in this folder. Its types are only there after generating it. */
// biome-ignore lint/suspicious/noExplicitAny: the generated types are outside of the compilation.
export type AnyPrisma = any

/** The schema for a provider: `postgresql` or `sqlite`. */
export const schemaOf = (provider: PrismaDatabase): string =>
  resolve(import.meta.dirname, `${provider}.prisma`)

/** What the generated module exports: `PrismaClient`, `Prisma`, the enums. */
export const prismaModule = async (
  version: PrismaVersion,
  schema: string,
): Promise<{ readonly PrismaClient: AnyPrisma; readonly Prisma: AnyPrisma }> =>
  import((await generatePrisma(version, schema)).module)

/** A client with this adapter, which decides on the schema. */
export async function prismaWith(
  version: PrismaVersion,
  adapter: { readonly provider: string },
  options: object = {},
): Promise<AnyPrisma> {
  const schema = schemaOf(adapter.provider === 'sqlite' ? 'sqlite' : 'postgresql')
  const { PrismaClient } = await prismaModule(version, schema)
  return new PrismaClient({ adapter, ...options })
}

export type PrismaDatabase = 'sqlite' | 'postgresql'

export interface OpenPrisma {
  readonly db: AnyDatabase
  /** Over the connections of `db`. */
  readonly prisma: AnyPrisma
  /** The same tables by Prisma's own adapter, with connections of its own. */
  openPlain(): Promise<AnyPrisma>
  /** A URL of the database. */
  readonly url: string
}

/** A database of its own with the tables of the schemas, as a service opens it, until the test ends. */
export async function openPrisma(
  version: PrismaVersion,
  database: PrismaDatabase,
  options: object = {},
): Promise<OpenPrisma> {
  return database === 'sqlite' ? openOnSqlite(version, options) : openOnPostgres(version, options)
}

/** A client over the connections of a database. */
export async function prismaOver(
  version: PrismaVersion,
  db: AnyDatabase,
  options?: object,
): Promise<AnyPrisma> {
  if (isSqlite(db)) return prismaWith(version, prismaAdapter(db), options)
  const { PrismaPg } = await importOf(version, '@prisma/adapter-pg')
  // The class of which its adapter makes pools.
  const { default: pg } = await importOf(version, 'pg')
  return prismaWith(version, prismaAdapter(db, new PrismaPg(postgresPool(db, pg.Pool))), options)
}

async function openOnSqlite(version: PrismaVersion, options: object): Promise<OpenPrisma> {
  const { db, path, close } = await openInFile()
  onTestFinished(close)
  await createPrismaTables(db)
  return {
    ...{ db, url: `sqlite:${path}` },
    prisma: await prismaOver(version, db, options),
    async openPlain() {
      // Only this version is installed: it works with both clients.
      const { PrismaBetterSqlite3 } = await importOf('7.10.0', '@prisma/adapter-better-sqlite3')
      return closed(
        await prismaWith(version, new PrismaBetterSqlite3({ url: `file:${path}` }), options),
      )
    },
  }
}

async function openOnPostgres(version: PrismaVersion, options: object): Promise<OpenPrisma> {
  const { url, close: drop } = await openPostgres()
  onTestFinished(drop)
  const { db, close } = openDatabase(url)
  onTestFinished(close)
  await createPrismaTables(db)
  return {
    ...{ db, url },
    prisma: await prismaOver(version, db, options),
    async openPlain() {
      const { PrismaPg } = await importOf(version, '@prisma/adapter-pg')
      return closed(await prismaWith(version, new PrismaPg({ connectionString: url }), options))
    },
  }
}

function closed(prisma: AnyPrisma): AnyPrisma {
  onTestFinished(() => prisma.$disconnect())
  return prisma
}
