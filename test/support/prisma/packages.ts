import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeWith } from '../extras.ts'

/** The ends of the range of Prisma's peer dependency; `npm run extras` installs both. */
export const prismaVersions = ['7.0.0', '7.10.0'] as const

export type PrismaVersion = (typeof prismaVersions)[number]

/** The folder whose `node_modules` have this version. */
export const prismaFolder = (version: PrismaVersion): string =>
  resolve(import.meta.dirname, `../../extras/prisma-${version === '7.0.0' ? 'oldest' : 'newest'}`)

/** A file as a program in that folder would find it: `prisma/package.json`. */
export const resolveOf = (version: PrismaVersion, name: string): string =>
  createRequire(`${prismaFolder(version)}/package.json`).resolve(name)

/** A package of that version. */
// biome-ignore lint/suspicious/noExplicitAny: the package may not be installed, nor its types.
export const importOf = (version: PrismaVersion, name: string): Promise<any> =>
  import(pathToFileURL(resolveOf(version, name)).href)

/** Tests that need Prisma. They are skipped, and say so, where it is not installed. */
export function describeWithPrisma(name: string, tests: () => void, reason?: string | null): void {
  describeWith(prismaVersions.map(installedFile), name, tests, reason ?? null)
}

/** The command, which npm puts beside both versions or above. */
function installedFile(version: PrismaVersion): string {
  try {
    return resolveOf(version, 'prisma/package.json')
  } catch {
    return `${prismaFolder(version)}/node_modules/prisma`
  }
}
