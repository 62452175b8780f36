import { Lru } from 'turnpike/kit'
import { driverCode } from '../outages.ts'
import { type KnownStatement, knownStatement } from '../statements/prepared.ts'
import type { PostgresClient, ReadValue, TransactionStatus } from './client.ts'
import { DriverStatement, type StatementSession } from './driver-statement.ts'
import { parameterTexts } from './messages.ts'
import {
  type Done,
  PreparedQuery,
  type PreparedStatement,
  type QueryOwner,
} from './prepared-query.ts'
import { spoils } from './spoils.ts'
import type { TimeLimit } from './time-limit.ts'

/** The options that the connections of a pool share. */
export interface SessionOptions {
  /** Maximum number of statements that one connection keeps prepared. 0: none. */
  readonly maxPrepared: number
  /** False once a pooler has lost a prepared statement: nothing is prepared from then on. */
  readonly preparing: { isPossible: boolean }
  /** How long a statement may take. */
  readonly running: TimeLimit<Running>
  release(session: PostgresSession, destroy: boolean): void
}

/** A statement that the server has not answered yet. */
export interface Running {
  timeOut(): void
}

/** A connection to PostgreSQL. To Kysely it is a client of a pool. */
export class PostgresSession implements QueryOwner, StatementSession {
  /** Whether the server is gone. */
  isLost = false
  /** Whether it would only fail again, and so is closed instead of used. */
  isSpoilt = false
  readonly isDirect: boolean
  readonly evicted: string[] = []
  readonly #client: PostgresClient
  readonly #options: SessionOptions
  readonly #prepared: Lru<string, PreparedStatement>

  constructor(client: PostgresClient, isDirect: boolean, options: SessionOptions) {
    this.#client = client
    this.isDirect = isDirect
    this.#options = options
    this.#prepared = new Lru({ max: options.maxPrepared })
  }

  /**
   * Sends a statement in a transaction, or on a connection that is held. For Kysely. A pooler may
   * lose what is prepared, which would end the transaction: behind one it is not used there.
   */
  query(text: string, values: readonly unknown[]): Promise<never> {
    return new Promise((resolve, reject) => {
      const done: Done = (error, result) =>
        error === null ? resolve(result as never) : reject(error)
      if (values instanceof DriverStatement) {
        this.#sendAsWritten(values, done)
        return
      }
      const known = this.isDirect ? knownStatement(text) : undefined
      this.#send(known?.inTransactions ? known : undefined, text, values, done)
    })
  }

  /** Sends a statement by itself. */
  run(text: string, values: readonly unknown[], done: Done): void {
    this.#send(knownStatement(text), text, values, done)
  }

  /** Gives the connection back to its pool. */
  release(destroy = false): void {
    this.#options.release(this, destroy)
  }

  end(): void {
    this.#client.end().catch(() => {})
  }

  get transactionStatus(): TransactionStatus | null {
    return this.#client.getTransactionStatus?.() ?? null
  }

  readerOf(type: number): ReadValue {
    return this.#client.getTypeParser(type, 'text')
  }

  #send(
    known: KnownStatement | undefined,
    text: string,
    values: readonly unknown[],
    done: Done,
  ): void {
    const texts = known === undefined || !this.#mayPrepare() ? null : parameterTexts(values)
    if (known === undefined || texts === null) {
      this.#sendPlain(text, values, done)
      return
    }
    const sent = { statement: this.#statement(known.name, text), texts, values, ...known }
    const query = new PreparedQuery(sent, this, done)
    this.#options.running.add(query)
    this.#client.query(query)
  }

  #sendAsWritten(statement: DriverStatement, done: Done): void {
    statement.session = this
    // `pg` adds members to the object.
    this.#sendPlain({ ...statement.config }, undefined, (error, result) => {
      this.isSpoilt ||= hasOtherColumns(error)
      statement.result = result
      done(error, result)
    })
  }

  /** The native client of `pg` has no connection. */
  #mayPrepare(): boolean {
    const { maxPrepared, preparing } = this.#options
    return maxPrepared > 0 && preparing.isPossible && this.#client.connection !== undefined
  }

  #statement(name: string, text: string): PreparedStatement {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    if (this.#prepared.size === this.#options.maxPrepared) {
      for (const [oldest, statement] of this.#prepared) {
        this.#prepared.delete(oldest)
        this.evicted.push(statement.name)
        break
      }
    }
    const statement: PreparedStatement = { name, text, shape: null }
    this.#prepared.set(text, statement)
    return statement
  }

  /** Called by a prepared query when it is over. */
  ended(query: PreparedQuery, error: unknown): void {
    this.#options.running.delete(query)
    if (error !== null && this.#isOutdated(error)) {
      // Nothing has been done yet. In a transaction, which is lost, it fails again.
      this.#sendPlain(query.text, query.values, (again, result) =>
        query.done(again === null ? null : error, result),
      )
      return
    }
    this.isSpoilt ||= spoils(error)
    query.done(error, error === null ? query : null)
  }

  /** Whether the error is only about what was prepared. */
  #isOutdated(error: unknown): boolean {
    // Other statements of this connection may be outdated, too.
    if (hasOtherColumns(error)) this.isSpoilt = true
    else if (isNotPrepared(error)) this.#options.preparing.isPossible = false
    else return false
    return true
  }

  #sendPlain(text: string | object, values: readonly unknown[] | undefined, done: Done): void {
    const { running } = this.#options
    const end: Done = (error, result) => {
      if (!running.delete(statement)) return
      this.isSpoilt ||= spoils(error)
      done(error, result)
    }
    const statement: Running = { timeOut: () => end(new Error('Query read timeout'), null) }
    running.add(statement)
    this.#client.query(text, values && [...values], (error, result) =>
      end(error ?? null, error ? null : result),
    )
  }
}

/** The prepared statement is missing, or another one has its name. */
const isNotPrepared = (error: unknown): boolean => /^(26000|42P05)$/.test(driverCode(error) ?? '')

/** A migration has changed the statement's result since it was prepared. */
const hasOtherColumns = (error: unknown): boolean =>
  driverCode(error) === '0A000' && /cached plan/.test(`${error}`)
