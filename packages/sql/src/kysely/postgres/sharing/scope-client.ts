import type { AnyDatabase } from '../../database.ts'
import { OpenSavepoint } from '../../transactions/open-savepoint.ts'
import { scopeOf, type TransactionScope } from '../../transactions/scope.ts'
import type { PostgresResult } from '../client.ts'
import { DriverStatement, type StatementConfig } from '../driver-statement.ts'
import { SharedClient, type Step } from './shared-client.ts'
import { sendOn } from './statement.ts'
import type { TransactionCommand } from './transaction-command.ts'

/** A client in the transaction of the work that connected it. Its transactions are savepoints. */
export class ScopeClient extends SharedClient {
  readonly #db: AnyDatabase
  readonly #scope: TransactionScope
  #savepoint: OpenSavepoint | null = null

  constructor(db: AnyDatabase, scope: TransactionScope) {
    super()
    this.#db = db
    this.#scope = scope
  }

  protected step(config: StatementConfig, command: TransactionCommand | null): Step {
    if (command === null) return this.#sending(config)
    switch (command.kind) {
      case 'begin':
        return this.#beginning(command)
      case 'set':
        return () =>
          characterise(this.#savepoint?.scope ?? this.#current(), command).then(() =>
            resultOf('SET'),
          )
      case 'refused':
        return async () => {
          throw new Error(
            `${command.what} cannot be sent in the transaction of the current work: send BEGIN, ` +
              'COMMIT and ROLLBACK alone. They begin and end a savepoint in it.',
          )
        }
      default:
        return this.#ending(command.kind)
    }
  }

  protected giveBack(over: Promise<unknown>): void {
    this.#savepoint?.rollBack(over).catch(() => {})
  }

  #sending(config: StatementConfig): Step {
    const savepoint = this.#savepoint
    const current = this.#current()
    // Work that began in the savepoint sends it, too.
    if (savepoint === null || current !== savepoint.outer) return () => sendIn(current, config)
    return () => savepoint.use(() => sendIn(savepoint.scope, config))
  }

  /** Like PostgreSQL, it ignores a second `begin`. */
  #beginning(command: Characteristics): Step {
    if (this.#savepoint !== null) return async () => resultOf('BEGIN')
    const savepoint = new OpenSavepoint(this.#db, this.#current())
    this.#savepoint = savepoint
    return async () => {
      try {
        await savepoint.begun()
        await characterise(savepoint.scope, command)
      } catch (error) {
        if (this.#savepoint === savepoint) this.#savepoint = null
        await savepoint.rollBack().catch(() => {})
        throw error
      }
      return resultOf('BEGIN')
    }
  }

  /** Without a savepoint there is nothing to end: the transaction belongs to the work. */
  #ending(kind: 'commit' | 'rollback'): Step {
    const savepoint = this.#savepoint
    this.#savepoint = null
    return async () => {
      if (kind === 'commit') await savepoint?.commit()
      else await savepoint?.rollBack()
      return resultOf(kind.toUpperCase())
    }
  }

  /** The innermost scope of the current work, if that is in the scope of the client. */
  #current(): TransactionScope {
    const own = this.#savepoint?.outer ?? this.#scope
    return own.isCurrent ? (scopeOf(this.#db) ?? own) : own
  }
}

/**
 * Sends a statement in the transaction of a scope, which it begins if it is the first one. By the
 * extended protocol the server refuses several statements in one text: one of them could end the
 * transaction.
 */
export const sendIn = (scope: TransactionScope, config: StatementConfig): Promise<PostgresResult> =>
  scope.provideConnection((connection) =>
    sendOn(connection, new DriverStatement({ ...config, queryMode: 'extended' })),
  )

type Characteristics = Extract<TransactionCommand, { kind: 'begin' | 'set' }>

/** From the weakest to the strongest. PostgreSQL reads nothing that is not committed. */
const levels = ['read uncommitted', 'read committed', 'repeatable read', 'serializable']

/**
 * Gives a savepoint what can be given to it.
 *
 * @throws Error when the isolation level of its transaction is weaker than the one asked for.
 */
async function characterise(
  scope: TransactionScope,
  { isolationLevel: wanted, access }: Characteristics,
): Promise<void> {
  if (wanted !== null) {
    const { rows } = await sendIn(scope, {
      text: "select current_setting('transaction_isolation') as level",
    })
    const { level } = rows[0] as { level: string }
    if (levels.indexOf(level) < levels.indexOf(wanted)) {
      throw new Error(
        `A transaction in the transaction of the current work cannot be ${wanted}, because that ` +
          `is ${level}: set isolationLevel of kyselyTransactions(), or begin it outside, such as ` +
          'in a view with atomic: false.',
      )
    }
  }
  if (access !== null) await sendIn(scope, { text: `set transaction ${access}` })
}

/** The result that `pg` gives for a statement without rows. */
const resultOf = (command: string): PostgresResult & { readonly fields: readonly unknown[] } => ({
  command,
  rowCount: null,
  rows: [],
  fields: [],
})
