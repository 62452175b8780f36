import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { command, withoutEngine } from './generate.ts'

/** Generates the client of a schema into the folder of its `output`, as `prisma generate` there. */
export async function generateClient(folder: string, schema: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'schema.prisma'), schema)
  const args = [command('7.10.0'), 'generate', '--schema', 'schema.prisma']
  const env = { ...process.env, ...withoutEngine }
  await promisify(execFile)(process.execPath, args, { cwd: folder, env })
}
