import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SqliteConnection } from '../../../src/kysely/sqlite/connection.ts'

/** A connection, and the statements that it has prepared, in order. */
function open() {
  const database = new BetterSqlite3(':memory:')
  onTestFinished(() => {
    database.close()
  })
  const prepared: string[] = []
  const connection = new SqliteConnection({
    close: () => database.close(),
    prepare: (sql) => {
      prepared.push(sql)
      return database.prepare(sql)
    },
  })
  return { prepared, run: (sql: string) => connection.execute(CompiledQuery.raw(sql)) }
}

const statement = (number: number, length: number) =>
  `select ${number} as number /*`.padEnd(length - 2) + '*/'

describe('prepared statements of SQLite', () => {
  it('short statements are prepared once', () => {
    const { prepared, run } = open()
    for (const _ of [1, 2]) for (let number = 0; number < 200; number++) run(statement(number, 400))
    expect(prepared).toHaveLength(200)
  })

  it('long statements are evicted by their length, so that clients cannot fill the memory', () => {
    const { prepared, run } = open()
    for (let number = 0; number < 60; number++) run(statement(number, 10_000))
    run(statement(59, 10_000))
    expect(prepared).toHaveLength(60)

    run(statement(0, 10_000))
    expect(prepared).toHaveLength(61)
  })

  it('V8 sees the memory of statements, and so collects those that are evicted', () => {
    const { run } = open()
    const before = process.memoryUsage().arrayBuffers
    for (let number = 0; number < 200; number++) run(statement(number, 400))
    expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(200 * 20_000)
  })

  it('a statement that is too long to be kept is executed', () => {
    const { run } = open()
    expect(run(statement(7, 600_000)).rows).toEqual([{ number: 7 }])
  })
})
