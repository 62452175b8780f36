import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeWith } from '../extras.ts'

/** The folders of `test/extras` by their versions; `npm run extras` installs them. */
const folders = {
  '7.0.0': 'prisma-oldest',
  '7.10.0': 'prisma-newest',
  '8.1.0-dev.7': 'prisma-next',
} as const

export type PrismaVersion = keyof typeof folders

/** The ends of the range of Prisma's peer dependency, and the major version that comes next. */
export const prismaVersions = Object.keys(folders) as readonly PrismaVersion[]

/** The folder whose `node_modules` have this version. */
export const prismaFolder = (version: PrismaVersion): string =>
  resolve(import.meta.dirname, '../../extras', folders[version])

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
