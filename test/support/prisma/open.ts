import { resolve } from 'node:path'
import { generatePrisma } from './generate.ts'
import type { PrismaVersion } from './packages.ts'

/** A client of the schemas in this folder. Its types are only there after generating it. */
// biome-ignore lint/suspicious/noExplicitAny: the generated types are outside of the compilation.
export type AnyPrisma = any

/** The schema for a provider: `postgresql` or `sqlite`. */
export const schemaOf = (provider: 'postgresql' | 'sqlite'): string =>
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
