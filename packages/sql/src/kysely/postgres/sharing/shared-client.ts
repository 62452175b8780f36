import { EventEmitter } from 'node:events'
import { DatabaseUnavailable, driverCode } from '../../outages.ts'
import type { PostgresResult } from '../client.ts'
import type { StatementConfig } from '../driver-statement.ts'
import { answered, type QueryParameters, readQuery } from './statement.ts'
import { type TransactionCommand, transactionCommand } from './transaction-command.ts'

/** Sends one statement when those before it are over. */
export type Step = () => Promise<PostgresResult>

/** The client that `pool.connect()` gives. It sends its statements in the order of the calls. */
export abstract class SharedClient extends EventEmitter {
  #last: Promise<unknown> = Promise.resolve()
  #isReleased = false
  /** Whether its transaction only reads: a write in it is a defect, and no outage. */
  #readsOnly = false

  /** Called at once, in the context of the caller. */
  protected abstract step(config: StatementConfig, command: TransactionCommand | null): Step

  /**
   * Called once.
   *
   * @param over resolves when all statements are over.
   */
  protected abstract giveBack(over: Promise<unknown>, destroy: boolean): void

  /** As of a `Client` of `pg`. */
  query(...given: QueryParameters): Promise<PostgresResult> | undefined {
    const { config, callback } = readQuery(given)
    return answered(this.#queued(config), callback)
  }

  async #queued(config: StatementConfig): Promise<PostgresResult> {
    if (this.#isReleased) {
      throw new Error('The client was already released to its pool: call connect() for another.')
    }
    const command = transactionCommand(config.text ?? '')
    const result = this.#last.then(this.step(config, command))
    this.#last = result.catch(() => {})
    try {
      return await result
    } catch (error) {
      throw this.#readsOnly && isRefusedWrite(error) ? error.cause : error
    } finally {
      if (command !== null) this.#readsOnly = readsOnlyAfter(command, this.#readsOnly)
    }
  }

  /** @param error true or an error: the connection is not used again. */
  release(error?: Error | boolean): void {
    if (this.#isReleased) {
      throw new Error('Release called on client which has already been released to the pool.')
    }
    this.#isReleased = true
    this.giveBack(this.#last, Boolean(error))
  }
}

const isRefusedWrite = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable && driverCode(error) === '25006'

function readsOnlyAfter(command: TransactionCommand, before: boolean): boolean {
  if (command.kind === 'commit' || command.kind === 'rollback') return false
  const access = 'access' in command ? command.access : null
  return access === null ? before : access === 'read only'
}
