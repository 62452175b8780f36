import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

export type Kind = 'sqlite' | 'postgres'

/** An empty database of its own. */
export interface FaultDatabase {
  readonly kind: Kind
  readonly url: string
  drop(): Promise<void>
}

const postgres = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** @throws Error when PostgreSQL does not answer on TEST_POSTGRES_URL. */
export async function makeDatabase(kind: Kind): Promise<FaultDatabase> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-faults-'))
    const drop = async () => rmSync(folder, { recursive: true, force: true })
    return { kind, url: `sqlite:${join(folder, 'test.db')}`, drop }
  }

  const name = `turnpike_faults_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(postgres)
  url.pathname = name
  return {
    kind,
    url: url.href,
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** Why the scripts leave this kind of database out, or null when it answers. */
export async function missing(kind: Kind): Promise<string | null> {
  if (kind === 'sqlite') return null
  return administer('select 1').then(
    () => null,
    (error) => `PostgreSQL does not answer on ${postgres} (TEST_POSTGRES_URL): ${String(error)}`,
  )
}

/** The kinds that `--sqlite` or `--postgres` choose, else both; of those the ones that answer. */
export async function kindsAtHand(args: readonly string[]): Promise<Kind[]> {
  const all: Kind[] = ['sqlite', 'postgres']
  const chosen = all.filter((kind) => args.includes(`--${kind}`))
  const found: Kind[] = []
  for (const kind of chosen.length > 0 ? chosen : all) {
    const reason = await missing(kind)
    if (reason === null) found.push(kind)
    else console.warn(`Left out: ${reason}`)
  }
  return found
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
