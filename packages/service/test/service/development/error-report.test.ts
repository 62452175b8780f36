import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reportOf } from '../../../src/service/development/error-report.ts'

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  for (const file of ['own.ts', '.env', 'node_modules/library.js']) {
    writeFileSync(join(folder, file), 'one\ntwo\nthree\n')
  }
  return folder
}

const errorWith = (message: string, ...places: string[]) => {
  const error = new Error(message)
  error.stack = [`Error: ${message}`, ...places.map((place) => `    at work (${place}:2:3)`)].join(
    '\n',
  )
  return error
}

describe('the report of an error', () => {
  it('shows the source of the application alone, and no other files', async () => {
    const folder = createFolder()
    const files = ['own.ts', '.env', 'node_modules/library.js'].map(
      (file) => `file://${folder}/${file}`,
    )
    const error = errorWith('Broken', ...files, '/etc/hostname', 'node:internal/timers')

    const { errors } = await reportOf(error, 'GET /', folder)

    expect(
      errors[0].frames.map(({ place, isOwn, source }) => [place, isOwn, source?.lines]),
    ).toEqual([
      ['own.ts:2:3', true, ['one', 'two', 'three', '']],
      ['.env:2:3', true, undefined],
      ['node_modules/library.js:2:3', false, undefined],
      ['/etc/hostname:2:3', false, undefined],
      ['node:internal/timers:2:3', false, undefined],
    ])
  })

  it('takes no frames from the message, which a client may have written', async () => {
    const folder = createFolder()
    const { errors } = await reportOf(
      errorWith(`Broken\n    at work (${folder}/own.ts:1:1)`),
      'GET /',
      folder,
    )
    expect(errors[0].frames).toEqual([])
  })

  it('ends with causes that refer to each other, and shows values that are no errors', async () => {
    const [first, second] = [new Error('First'), new Error('Second', { cause: 'a text' })]
    first.cause = new AggregateError([first, second], 'Both')

    const { errors } = await reportOf(first, 'GET /', '/')

    expect(errors.map(({ message }) => message)).toEqual(['First', 'Both', 'Second', "'a text'"])
  })
})
