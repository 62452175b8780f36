import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type PrismaVersion, prismaFolder, resolveOf } from './packages.ts'

/** A generated client: its folder, and the module that exports `PrismaClient`. */
export interface Generated {
  readonly folder: string
  readonly module: string
}

/**
 * Generates the client of a schema whose generator has no `output`. Each version of each schema is
 * generated once; its folder is ignored by git, and finds the packages of its version.
 */
export async function generatePrisma(version: PrismaVersion, schema: string): Promise<Generated> {
  const text = await readFile(schema, 'utf8')
  const name = `${basename(schema, '.prisma')}-${hashOf(text)}`
  const folder = join(prismaFolder(version), 'generated', name)
  const generated = { folder, module: join(folder, 'client.ts') }
  if (existsSync(folder)) return generated

  // Test files that run beside this one may generate the same: the first that is done is kept.
  const own = `${folder}-${crypto.randomUUID()}`
  await mkdir(own, { recursive: true })
  try {
    await writeFile(join(own, 'schema.prisma'), withOutput(text))
    await promisify(execFile)(process.execPath, [command(version), 'generate', ...inFolder], {
      cwd: own,
      env: { ...process.env, ...withoutEngine },
    })
    await rename(join(own, 'client'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
    return generated
  } finally {
    await rm(own, { recursive: true })
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

const inFolder = ['--schema', 'schema.prisma']

/** The tests run TypeScript without compiling it, so imports name files. */
const withOutput = (text: string): string =>
  text.replace(
    /provider\s*=\s*"prisma-client"/,
    '$&\n  output = "./client"\n  importFileExtension = "ts"',
  )

/** The command of Prisma, for `node`. */
export const command = (version: PrismaVersion): string =>
  join(dirname(resolveOf(version, 'prisma/package.json')), 'build/index.js')

/** Generating needs no engine of schemas, but the command wants one and would download it. */
export const withoutEngine = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? '/bin/true',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}
