import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe } from 'vitest'
import definition from '../../examples/helpdesk-drizzle/service.ts'
import { startingCases } from './helpdesk/starting.ts'
import { helpDeskSuite } from './helpdesk/suite.ts'

helpDeskSuite('Drizzle', async () => definition)

describe('the example with Drizzle, as its command runs it', () => {
  const example = resolve(import.meta.dirname, '../../examples/helpdesk-drizzle')
  const folder = mkdtempSync(join(import.meta.dirname, '.drizzle-'))
  cpSync(example, folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true }))

  startingCases(example, async () => folder)
})
