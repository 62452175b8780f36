import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { converse } from '../../../src/cli/commands/development/conversation.ts'
import { createTurnpike } from '../turnpike.ts'

const notes = resolve(import.meta.dirname, '../../../../../examples/notes/service.ts')

/** The command line over the migrated database of the notes, with the user ann. */
async function withNotes() {
  const { run } = createTurnpike()
  await run(['migrate', notes])
  await run(['create-user', 'ann', '--no-password'])
  return (lines: string, env?: Record<string, string>) => run(['repl', notes], lines, env)
}

describe('turnpike repl', () => {
  it('turnpike repl runs lines that are piped in, with the database, accounts and API at hand', async () => {
    const repl = await withNotes()
    const { code, out, err } = await repl(`
      const ann = as('ann')
      const added = await ann.post('/notes/', { title: 'First', priority: 3 })
      added.status
      (await ann.get('/notes/')).data.results.map(({ title }) => title)
      (await api.get('/notes/')).data
      (await db.selectFrom('note').select('title').execute()).length
      (await sql\`select 1 + 1 as two\`.execute(db)).rows[0].two
      (await users.find('ann')).username
      [typeof tokens.find, typeof keys.find, typeof sessions.find]
    `)

    expect({ code, err }).toEqual({ code: 0, err: '' })
    const shown = out.split('\n').map((line) => line.trim())
    expect(shown).toContain('201')
    expect(shown).toContain("[ 'First' ]")
    expect(out).toContain('Authentication credentials were not provided.')
    expect(shown).toContain('2')
    expect(shown).toContain("'ann'")
  })

  it('turnpike repl stops at the first line that fails, and says why', async () => {
    const repl = await withNotes()
    expect(await repl(`await as('nobody').get('/notes/')\nconsole.log('later')\n`)).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: A line has failed: Cannot send the request: user nobody does not exist\n',
    })
    expect(await repl('1 +* 2')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^turnpike: /),
    })
    expect(await repl('users.find(')).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: The input ends in the middle of an expression.\n',
    })
    expect(await repl(`await as('ann').get('http://')`)).toMatchObject({ code: 1 })
  })

  it('turnpike repl refuses a database that is missing, and makes no file', async () => {
    const { run } = createTurnpike()
    const { code, err } = await run(['repl'], '1')
    expect([code, err]).toEqual([1, expect.stringContaining('turnpike migrate')])
  })

  it('a person gets a greeting, a prompt and a private history, and goes on after an error', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-repl-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const input = new PassThrough()
    const output = new PassThrough()
    let shown = ''
    output.on('data', (chunk) => {
      shown += chunk
    })
    const ended = converse({
      input,
      output,
      prompt: 'notes> ',
      greeting: 'Good morning.',
      names: { two: 2 },
      history: join(folder, 'history'),
    })
    input.write('missing\n')
    await expect.poll(() => shown).toContain('missing is not defined')
    input.write('await Promise.resolve(two + 1)\n')
    await expect.poll(() => shown).toMatch(/\b3\b/)
    input.write('.exit\n')
    await ended

    expect(shown).toMatch(/^Good morning\.\n/)
    expect(shown).toContain('notes> ')
    expect(readFileSync(join(folder, 'history'), 'utf8')).toContain('two + 1')
    expect(statSync(join(folder, 'history')).mode & 0o077).toBe(0)
  })
})
