import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createProgram } from '../../service/src/cli/program.ts'
import { ruleNames } from '../src/comparing/rules.ts'
import { readRulesFile } from '../src/reporting/explained.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/replay.md'), 'utf8')

it('docs/replay.md lists every rule of turnpike replay', () => {
  const [, section = ''] = /## What is equal by rule\n(.*?)\n## /s.exec(page) ?? []
  const rows = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(ruleNames)
})

it('docs/replay.md names every option of turnpike replay, and no other', async () => {
  const command = (await createProgram(['replay'])).commands.find(
    (each) => each.name() === 'replay',
  )
  const options = command?.options.map(({ long }) => long ?? '') ?? []
  const named = new Set([...page.matchAll(/(?<=[`\s])--[a-z-]+/g)].map(([name]) => name))
  expect([...named].toSorted()).toEqual(options.toSorted())
})

it('the rules file of docs/replay.md can be read', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  expect(readRulesFile(example, 'rules.json').explained).toHaveLength(4)
})
