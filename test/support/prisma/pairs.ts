import { postgresMissing } from '../postgres.ts'
import type { PrismaDatabase } from './open.ts'
import { describeWithPrisma, type PrismaVersion, prismaVersions } from './packages.ts'

/** A version of Prisma and a database that it uses. */
export interface PrismaPair {
  readonly version: PrismaVersion
  readonly database: PrismaDatabase
}

/** Each version on both databases. */
export const prismaPairs: readonly PrismaPair[] = prismaVersions.flatMap((version) => [
  { version, database: 'sqlite' },
  { version, database: 'postgresql' },
])

/** The same tests for each pair. Those of what is missing are skipped, and say so. */
export function describePrismaPairs(name: string, tests: (pair: PrismaPair) => void): void {
  for (const pair of prismaPairs) {
    const missing = pair.database === 'sqlite' ? null : postgresMissing
    const title = `${name}, Prisma ${pair.version} on ${pair.database}`
    describeWithPrisma(title, () => tests(pair), missing)
  }
}
