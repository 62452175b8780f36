import Sqlite from 'better-sqlite3'
import { Client } from 'pg'

const statement = "insert into note (title, priority, created) values ('From elsewhere', 1, "

/** Adds notes to a database, one every so many milliseconds, until disposed of: another program's writes. */
export async function writeFromOutside(
  database: string,
  milliseconds: number,
): Promise<AsyncDisposable> {
  const { add, close } = await openWriter(database)
  let failure: unknown = null
  const timer = setInterval(() => {
    add(new Date().toISOString()).catch((error) => {
      failure ??= error
    })
  }, milliseconds)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await close()
      if (failure !== null) throw failure
    },
  }
}

interface Writer {
  add(created: string): Promise<unknown>
  close(): Promise<unknown>
}

async function openWriter(database: string): Promise<Writer> {
  if (/^postgres(ql)?:/.test(database)) {
    const client = new Client({ connectionString: database })
    await client.connect()
    return {
      add: (created) => client.query(`${statement}$1)`, [created]),
      close: () => client.end(),
    }
  }
  const sqlite = new Sqlite(database, { timeout: 5000 })
  sqlite.pragma('synchronous = full')
  const insert = sqlite.prepare(`${statement}?)`)
  return { add: async (created) => insert.run(created), close: async () => sqlite.close() }
}
