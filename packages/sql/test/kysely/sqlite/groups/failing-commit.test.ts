import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTraced, setClock } from './traced.ts'

/** The database, whose first commit fails with this code. */
const failingOnce = (code: string) => (sqlite: Sqlite.Database) => {
  let hasFailed = false
  const fail = () => {
    if (hasFailed) return sqlite.prepare('commit').run()
    hasFailed = true
    throw Object.assign(new Error('the disk says no'), { code })
  }
  return new Proxy(sqlite, {
    get(_, name) {
      if (name === 'prepare') {
        return (text: string) =>
          text === 'commit' ? { reader: false, run: fail } : sqlite.prepare(text)
      }
      const value: unknown = Reflect.get(sqlite, name, sqlite)
      return typeof value === 'function' ? value.bind(sqlite) : value
    },
  }) as unknown as SqliteDatabase
}

describe('a shared commit that fails', () => {
  it.each(['SQLITE_FULL', 'SQLITE_IOERR_FSYNC'])(
    'a shared commit fails every write of the group as not done: %s',
    async (code) => {
      setClock(0)
      const { write, titles, sqlite } = openTraced({ wrap: failingOnce(code) })
      const settled = await Promise.allSettled(['a', 'b'].map((title) => write(title)))

      expect(settled).toMatchObject([{ reason: { code } }, { reason: { code } }])
      expect(sqlite.inTransaction).toBe(false)
      expect(await titles()).toEqual([])
      await Promise.all(['c', 'd'].map((title) => write(title)))
      expect(await titles()).toEqual(['c', 'd'])
    },
  )

  it('a shared commit is tried again with each write alone if a constraint was violated', async () => {
    setClock(0)
    const wrap = failingOnce('SQLITE_CONSTRAINT_FOREIGNKEY')
    const { write, titles } = openTraced({ wrap })

    expect(await Promise.all(['a', 'b'].map((title) => write(title)))).toHaveLength(2)
    expect(await titles()).toEqual(['a', 'b'])
  })
})
