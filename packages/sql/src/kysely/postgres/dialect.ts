import type { Dialect } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { outageAwareDialect } from '../outage-dialect.ts'
import type { PostgresResult, TransactionStatus } from './client.ts'
import { DriverStatement, type StatementSession } from './driver-statement.ts'
import { SharedPostgresDialect } from './shared-dialect.ts'
import { spoils } from './spoils.ts'

/** The used part of a `Pool` of `pg`. */
export interface GivenPool {
  readonly options: object
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  connect(): Promise<GivenClient>
  end(): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: the listeners of pg have types of their own.
  on(event: 'error' | 'acquire', listener: (...given: any[]) => void): unknown
}

/** The used part of a client of the pool. */
export interface GivenClient {
  // biome-ignore lint/suspicious/noExplicitAny: the statements of pg have types of their own.
  query(statement: any, values?: any): any
  release(destroy?: boolean): void
  // biome-ignore lint/suspicious/noExplicitAny: the listeners of pg have types of their own.
  on(event: 'error', listener: (...given: any[]) => void): unknown
}

/**
 * Kysely's PostgreSQL dialect for a `Pool` of `pg` of your own, with these differences: statements
 * throw `DatabaseUnavailable`, a 503, when the database cannot answer now; a connection that is
 * lost while nothing is sent does not end the process; and `postgresPool()` can share the pool.
 *
 * ```ts
 * const pool = new Pool({ connectionString, types: postgresTypes(types) })
 * const db = new Kysely<Tables>({ dialect: postgresDialect(pool) })
 * ```
 */
export function postgresDialect(pool: GivenPool): Dialect {
  // Without a listener, such an error would end the process. The pool replaces the connection.
  pool.on('error', () => {})
  // The server may end a connection in the same packet with which it begins, before `connect`
  // below is heard of.
  pool.on('acquire', sessionOf)
  const { Client } = pool as { Client?: unknown }
  const sessions = {
    connect: async () => sessionOf(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
    Client,
  }
  return outageAwareDialect(
    new SharedPostgresDialect({ pool: sessions as never }, () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    })),
  )
}

/** Kysely knows a connection again by the identity of its client. */
const sessionOf = memoizeByIdentity((client: GivenClient) => new GivenSession(client))

/** A client of the pool, for Kysely. */
class GivenSession implements StatementSession {
  isSpoilt = false
  readonly #client: GivenClient

  constructor(client: GivenClient) {
    this.#client = client
    client.on('error', () => {})
  }

  get processID(): number | null | undefined {
    return (this.#client as { processID?: number | null }).processID
  }

  get transactionStatus(): TransactionStatus | null {
    const client = this.#client as { getTransactionStatus?(): TransactionStatus | null }
    return client.getTransactionStatus?.() ?? null
  }

  /** @param statement a text, or a cursor. */
  query(statement: unknown, values?: readonly unknown[]): unknown {
    return values instanceof DriverStatement
      ? this.#sendAsWritten(values)
      : this.#watched(this.#client.query(statement, values))
  }

  /** The pool learns of a lost connection only after it has been given back. */
  #watched<Sent>(sent: Sent): Sent {
    if (sent instanceof Promise) {
      sent.catch((error: unknown) => {
        this.isSpoilt ||= spoils(error)
      })
    }
    return sent
  }

  async #sendAsWritten(statement: DriverStatement): Promise<PostgresResult> {
    statement.session = this
    // `pg` adds members to the object.
    const result: PostgresResult = await this.#watched(this.#client.query({ ...statement.config }))
    statement.result = result
    return result
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.isSpoilt)
  }
}
