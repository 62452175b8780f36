import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeWithPrisma } from '../support/prisma/packages.ts'
import { example, generatedExample } from './helpdesk/prisma.ts'
import { startingCases } from './helpdesk/starting.ts'
import { helpDeskSuite } from './helpdesk/suite.ts'

const root = resolve(import.meta.dirname, '../..')

describeWithPrisma('the example with Prisma', () => {
  const folders = new Map<string, Promise<string>>()
  afterAll(async () => {
    for (const folder of folders.values()) rmSync(await folder, { recursive: true })
  })
  const folderFor = (database: 'sqlite' | 'postgres') => {
    const provider = database === 'postgres' ? 'postgresql' : 'sqlite'
    const folder = folders.get(provider) ?? generatedExample(provider)
    folders.set(provider, folder)
    return folder
  }

  helpDeskSuite('Prisma', async (database) => {
    const { default: definition } = await import(join(await folderFor(database), 'service.ts'))
    return definition
  })

  describe('the example with Prisma, as its command runs it', () => {
    startingCases(example, folderFor)

    it('the help desk with Prisma compiles with the generated client', async () => {
      const folder = await folderFor('sqlite')
      const compiler = join(root, 'node_modules/.bin/tsc')
      expect(execFileSync(compiler, ['-p', folder], { cwd: folder, encoding: 'utf8' })).toBe('')
    })
  })
})
