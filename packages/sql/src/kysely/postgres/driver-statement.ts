import type { PostgresResult, TransactionStatus } from './client.ts'

/** A statement in the form that `client.query()` of `pg` accepts. */
export interface StatementConfig {
  readonly text?: string
  readonly values?: readonly unknown[]
  /** The name of a statement that stays prepared. */
  readonly name?: string
  /** Absent, statements without values use the simple protocol. */
  readonly queryMode?: 'extended'
}

/** The connection that has sent a statement. */
export interface StatementSession {
  /** Whether it is closed instead of used again. */
  isSpoilt: boolean
  /** Null if unknown. */
  readonly transactionStatus: TransactionStatus | null
}

/**
 * The values of a statement that its caller has written for `pg`: the client gets the config as it
 * is, and the caller gets the result of `pg`. Kysely hands its parameters to the client unread, so
 * such a statement passes its log, the reports of outages and the queue of a transaction.
 */
export class DriverStatement extends Array<unknown> {
  /** A part of it is an ordinary array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly config: StatementConfig
  result: PostgresResult | null = null
  session: StatementSession | null = null

  constructor(config: StatementConfig) {
    super()
    this.config = config
    for (const value of config.values ?? []) this.push(value)
  }
}
