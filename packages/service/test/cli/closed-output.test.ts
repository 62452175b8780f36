import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from './turnpike.ts'

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')

describe('a reader of the output that has read enough', () => {
  it.each([['--help'], ['migrate'], ['routes', '--help']])(
    'a reader that goes away lets the command end without an error: %s',
    async (...args) => {
      const { run, folder, databaseUrl } = createTurnpike()
      const child = spawn(process.execPath, ['--conditions=source', main, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEYS: secrets.join() },
      })
      child.stdout.destroy()
      const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])

      expect(errors).toBe('')
      expect(code).toBe(0)
      if (args[0] === 'migrate') {
        expect((await run(['migrate'])).out).toBe('The database is up to date.\n')
      }
    },
  )
})
