import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'

describe('the drills for leaked secrets', () => {
  const page = readFileSync(
    resolve(import.meta.dirname, '../../../../docs/security/leaked-secrets.md'),
    'utf8',
  )

  it('every command of a drill is one that there is, with its options', async () => {
    const written = [...page.matchAll(/`turnpike ([^`]+)`/g)].map(([, words = '']) => words)
    expect(written.length).toBeGreaterThan(8)
    const program = await createProgram([])
    expect(written.filter((words) => !isKnown(program, words.split(' ')))).toEqual([])
  })

  it('every row of the table leads to a drill', () => {
    const anchors = [...page.matchAll(/^\| \[.*?\]\(#(.*?)\)/gm)].map(([, anchor]) => anchor)
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(anchors).toEqual(headings)
  })
})

/** Whether the words are a command, its subcommand and options of it. */
function isKnown(command: Command, [word = '', ...rest]: string[]): boolean {
  const next = command.commands.find((one) => one.name() === word)
  if (next === undefined) return false
  if (next.commands.length > 0) return isKnown(next, rest)
  const options = rest.filter((text) => text.startsWith('-'))
  return options.every((option) =>
    next.options.some(({ short, long }) => short === option || long === option),
  )
}
