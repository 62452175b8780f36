import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serviceSecrets } from '../../src/service/secrets.ts'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines: unknown[][] = []
  const log = (...line: unknown[]) => void lines.push(line)
  const database = join(folder, 'notes.db')
  return {
    database,
    lines,
    secrets: (settings = {}, databaseUrl = `sqlite:${database}`) =>
      serviceSecrets({ databaseUrl, settings }, { info: log }),
  }
}

describe('the secrets of a service', () => {
  it('the secrets are those of SECRET_KEYS', () => {
    const { secrets, lines } = open()
    const keys = ['x'.repeat(32), 'y'.repeat(40)]

    expect(secrets({ SECRET_KEYS: keys })).toEqual(keys)
    expect(lines).toEqual([])
  })

  it('the secrets are generated once, readable by the owner of the database alone, and logged', () => {
    const { secrets, database, lines } = open()

    const made = secrets()
    expect(made).toHaveLength(1)
    expect(made[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(`${database}.secret`).mode & 0o777).toBe(0o600)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).toContain('SECRET_KEYS')
    expect(JSON.stringify(lines)).not.toContain(made[0])

    expect(secrets()).toEqual(made)
    expect(lines).toHaveLength(1)
    expect(readFileSync(`${database}.secret`, 'utf8').trim()).toBe(made[0])
  })

  it('the secrets differ for each database in memory', () => {
    const { secrets } = open()
    expect(secrets({}, 'sqlite::memory:')).not.toEqual(secrets({}, 'sqlite::memory:'))
  })

  it('the file of secrets may hold several, one a line, the first of which seals', () => {
    const { secrets, database } = open()
    const keys = ['x'.repeat(32), 'y'.repeat(40)]
    writeFileSync(`${database}.secret`, `${keys[0]}\n  ${keys[1]}\r\n`)

    expect(secrets()).toEqual(keys)
  })

  it('secrets must be given when there is no place beside the database', () => {
    const { secrets } = open()
    const read = () => secrets({}, 'postgres://turnpike:hunter2@db/turnpike')

    expect(read).toThrow(ConfigurationError)
    expect(read).toThrow('turnpike secrets generate')
    expect(read).not.toThrow('hunter2')
    expect(secrets({ SECRET_KEYS: ['x'.repeat(32)] }, 'postgres://db/turnpike')).toHaveLength(1)
  })

  it('secrets are refused when the file holds too little', () => {
    const { secrets, database } = open()
    writeFileSync(`${database}.secret`, 'short')
    expect(() => secrets()).toThrow(/at least 32 random characters.*Set SECRET_KEYS/)
  })

  it('secrets are refused when the file cannot be made', () => {
    const { secrets } = open()
    expect(() => secrets({}, 'sqlite:/nowhere/at/all/notes.db')).toThrow('Set SECRET_KEYS')
  })
})
