import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWith } from '../support/extras.ts'
import { createAppFolder } from './app-folder.ts'
import { bun, deno, denoArgs, node22, node24, node26 } from './runtimes.ts'

let folder: string
beforeAll(async () => {
  folder = await createAppFolder()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How many cases each suite has at least. All libraries keep the same ones. */
const atLeast = {
  items: 100,
  accounts: 100,
  tokens: 90,
  sessions: 30,
  throttles: 10,
  replays: 4,
  forms: 8,
}

const libraries: [name: string, library: string, program: string, args?: readonly string[]][] = [
  ['Node 24', 'better-sqlite3', node24],
  ['Node 24', 'node:sqlite', node24],
  ['Node 22', 'node:sqlite', node22],
  ['Node 26', 'node:sqlite', node26],
  ['Bun', 'bun:sqlite', bun],
  ['Deno', 'node:sqlite', deno, denoArgs],
]

describe('the contracts of stores with the libraries for SQLite', () => {
  for (const [name, library, program, args = []] of libraries) {
    describeWith([program], `${library} on ${name}`, () => {
      it(`all contracts of stores are kept with ${library} on ${name}`, async () => {
        const { stdout } = await promisify(execFile)(program, [...args, 'contracts.ts'], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: folder, DATABASE: library },
        })
        const { cases, failures } = JSON.parse(stdout)
        expect(failures).toEqual([])
        for (const [suite, least] of Object.entries(atLeast)) {
          expect(cases[suite], suite).toBeGreaterThanOrEqual(least)
        }
      }, 600_000)
    })
  }
})
