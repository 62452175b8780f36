import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Entry } from './entries.ts'
import { countNotes, fill, type Keys } from './fill.ts'

/** What an entry finds when it starts. */
export interface EntryData extends Keys {
  /** Path of a SQLite file of its own, or URL of a PostgreSQL database. */
  readonly database: string
}

/** The databases of the entries. */
export interface Data extends AsyncDisposable {
  of(entry: Entry): EntryData
}

export const postgresUrl =
  process.env.BENCH_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Gives every entry a database of its own with the same users and notes. */
export async function openData(
  folder: string,
  rows: number,
  entries: readonly Entry[],
): Promise<Data> {
  const databases = new Map<Entry, EntryData>()
  // Servers that are cut off leave files beside their databases, which must not be taken for those of new ones.
  const own = await mkdtemp(join(folder, 'data-'))
  const onSqlite = entries.filter(({ database }) => database === 'sqlite')
  if (onSqlite.length > 0) {
    const base = join(own, `${rows}.db`)
    await writeFile(base, '')
    const keys = await fill(`sqlite:${base}`, rows)
    for (const entry of onSqlite) {
      const database = join(own, `${entry.name}-${rows}.db`)
      await copyFile(base, database)
      if (entry.isCounted) await countNotes(`sqlite:${database}`)
      databases.set(entry, { database, ...keys })
    }
  }

  const names: string[] = []
  for (const entry of entries.filter(({ database }) => database === 'postgres')) {
    const name = `turnpike_bench_${process.pid}_${names.length}`
    await administer(`create database ${name}`)
    names.push(name)
    await administer(`alter database ${name} set synchronous_commit = on`)
    const url = new URL(postgresUrl)
    url.pathname = name
    databases.set(entry, { database: url.href, ...(await fill(url.href, rows)) })
    if (entry.isCounted) await countNotes(url.href)
  }

  return {
    of: (entry) => databases.get(entry) as EntryData,
    async [Symbol.asyncDispose]() {
      for (const name of names) await administer(`drop database ${name} with (force)`)
      await rm(own, { recursive: true })
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Why PostgreSQL cannot be measured, or null. */
export async function whyNoPostgres(): Promise<string | null> {
  const client = new Client({ connectionString: postgresUrl, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return null
  } catch (error) {
    return `PostgreSQL does not answer on ${postgresUrl} (BENCH_POSTGRES_URL): ${error}`
  }
}
