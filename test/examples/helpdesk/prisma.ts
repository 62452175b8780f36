import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateClient } from '../../support/prisma/generate-client.ts'

export const example = resolve(import.meta.dirname, '../../../examples/helpdesk-prisma')

/**
 * A copy of the example with the client of this provider, as `prisma generate` makes it. It is in
 * the project, where it finds the packages.
 */
export async function generatedExample(provider: 'sqlite' | 'postgresql'): Promise<string> {
  const folder = mkdtempSync(join(import.meta.dirname, '.prisma-'))
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('/generated') && !path.endsWith('.db'),
  })
  const schema = readFileSync(join(folder, 'schema.prisma'), 'utf8')
  await generateClient(folder, schema.replace('provider = "sqlite"', `provider = "${provider}"`))
  writeFileSync(join(folder, '.gitignore'), '*\n')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.json', include: ['*.ts'], exclude: [] }),
  )
  return folder
}
