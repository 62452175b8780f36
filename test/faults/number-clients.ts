import { createService, readConfig } from '@turnpike/service'
import { sql } from 'kysely'
import definition from './replicated-service.ts'
import { keepSecret } from './secrets-in-logs.ts'
import { secretKey } from './service.ts'

/** A user of the service, who writes the number of the same place. */
export interface NumberClient {
  readonly id: number
  readonly token: string
}

/** Makes the tables, and users with a token and a number each. */
export async function prepareNumbers(databaseUrl: string, count: number): Promise<NumberClient[]> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'silent',
  })
  const { db, users, tokens, close } = await createService(definition, config, { migrate: true })
  try {
    const made: NumberClient[] = []
    for (let id = 1; id <= count; id++) {
      const user = await users.create({ username: `user-${id}`, password: null })
      await sql`insert into number (value) values (0)`.execute(db)
      const { key: token } = await tokens.getOrCreate(user)
      keepSecret(token)
      made.push({ id, token })
    }
    return made
  } finally {
    await close()
  }
}

/** What the answers to all clients have shown. */
export class SeenNumbers {
  reads = 0
  writes = 0
  /** Reads of a client's own number that had an older value than it has written. */
  stale = 0
  /** Reads that had an older value than the same client has seen before. */
  goneBack = 0
  readonly statuses = new Map<number, number>()
  /** The reads by the port of the server that has answered. */
  readonly servers = new Map<number, number>()

  count<Key>(counts: Map<Key, number>, key: Key): void {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  /** How many answers had another status than 200. */
  get failed(): number {
    return [...this.statuses].reduce((sum, [status, n]) => sum + (status === 200 ? 0 : n), 0)
  }
}

export interface LoadOptions {
  /** Where the service answers: the requests of a client alternate between them. */
  readonly urls: readonly string[]
  readonly clients: readonly NumberClient[]
  readonly seen: SeenNumbers
  /** Whether clients send `Turnpike-Position`. */
  readonly sendsPosition: boolean
  isOver(): boolean
}

/**
 * Clients that write their own numbers, one request after another, and read their own and those of
 * others, by item and by page. Resolves when it is over.
 */
export async function loadNumbers(options: LoadOptions): Promise<void> {
  await Promise.all(options.clients.map((client) => loadAs(client, options)))
}

async function loadAs(
  { id, token }: NumberClient,
  { urls, clients, seen, sendsPosition, isOver }: LoadOptions,
): Promise<void> {
  /** What this client has seen, and of its own number what it has written. */
  const latest = new Map<number, number>()
  let position: string | null = null
  let turn = id
  // Some hardly write, so that they change from replica to replica only when one fails.
  const writesOneIn = id % 2 === 0 ? 8 : 200

  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = {
      Authorization: `Token ${token}`,
      'Content-Type': 'application/json',
      ...(sendsPosition && position !== null && { 'Turnpike-Position': position }),
    }
    const response = await fetch(`${urls[turn++ % urls.length]}${path}`, { ...init, headers })
    position = response.headers.get('turnpike-position') ?? position
    const body: unknown = await response.json()
    seen.count(seen.statuses, response.status)
    return response.ok ? body : null
  }

  const check = ({ id: read, value, server }: NumberRow) => {
    seen.reads++
    seen.count(seen.servers, server)
    const before = latest.get(read) ?? 0
    if (value < before) seen[read === id ? 'stale' : 'goneBack']++
    latest.set(read, Math.max(before, value))
  }

  for (let step = id; !isOver(); step++) {
    if (step % writesOneIn === 0) {
      const value = (latest.get(id) ?? 0) + 1
      const init = { method: 'PATCH', body: JSON.stringify({ value }) }
      if ((await ask(`/numbers/${id}/`, init)) !== null) {
        latest.set(id, value)
        seen.writes++
      }
    } else if (step % 4 === 1) {
      const page = (await ask('/numbers/')) as { results: NumberRow[] } | null
      for (const row of page?.results ?? []) check(row)
    } else {
      const other = clients[(step * 7) % clients.length]?.id ?? id
      const row = (await ask(`/numbers/${step % 3 === 0 ? other : id}/`)) as NumberRow | null
      if (row !== null) check(row)
    }
  }
}

interface NumberRow {
  readonly id: number
  readonly value: number
  readonly server: number
}
