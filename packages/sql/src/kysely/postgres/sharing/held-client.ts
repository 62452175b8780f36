import type { DatabaseConnection } from 'kysely'
import type { AnyDatabase } from '../../database.ts'
import { DatabaseUnavailable } from '../../outages.ts'
import { withoutJoining } from '../../transactions/joining.ts'
import type { PostgresResult } from '../client.ts'
import { DriverStatement, type StatementConfig } from '../driver-statement.ts'
import { SharedClient, type Step } from './shared-client.ts'
import { sendOn } from './statement.ts'
import type { TransactionCommand } from './transaction-command.ts'

/** Takes a connection of the database until the client is released. */
export async function holdConnection(db: AnyDatabase): Promise<HeldClient> {
  const taken = Promise.withResolvers<DatabaseConnection>()
  const released = Promise.withResolvers<void>()
  withoutJoining(db)
    .getExecutor()
    .provideConnection((connection) => {
      taken.resolve(connection)
      return released.promise
    })
    .catch(taken.reject)
  return new HeldClient(await taken.promise, released.resolve)
}

/** A client with a connection of its own. */
export class HeldClient extends SharedClient {
  readonly #connection: DatabaseConnection
  readonly #release: () => void
  #statement: DriverStatement | null = null
  #isGivenBack = false
  /** Whether its connection was lost before its transaction began: others may have it by now. */
  #isLost = false

  constructor(connection: DatabaseConnection, release: () => void) {
    super()
    this.#connection = connection
    this.#release = release
  }

  protected step(config: StatementConfig, command: TransactionCommand | null): Step {
    return command?.kind === 'begin' ? () => this.#begin(config) : () => this.#send(config)
  }

  protected giveBack(over: Promise<unknown>, destroy: boolean): void {
    if (this.#isGivenBack) return
    this.#isGivenBack = true
    this.#clean(over, destroy).finally(this.#release)
  }

  /** Drizzle never releases a client whose connection is lost before its transaction begins. */
  async #begin(config: StatementConfig): Promise<PostgresResult> {
    try {
      return await this.#send(config)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        this.#isLost = true
        this.giveBack(Promise.resolve(), true)
      }
      throw error
    }
  }

  /** Nobody else gets the connection with an open transaction. */
  async #clean(over: Promise<unknown>, destroy: boolean): Promise<void> {
    if (!destroy) await over
    try {
      if (this.#statement === null && destroy) await this.#send({ text: 'select 1' })
      const session = this.#statement?.session ?? null
      if (session === null) return
      if (destroy) session.isSpoilt = true
      else if (session.transactionStatus !== 'I') await this.#send({ text: 'rollback' })
    } catch {
      if (this.#statement?.session) this.#statement.session.isSpoilt = true
    }
  }

  async #send(config: StatementConfig): Promise<PostgresResult> {
    if (this.#isLost) {
      throw new DatabaseUnavailable(new Error('Connection terminated before the transaction began'))
    }
    this.#statement = new DriverStatement(config)
    return sendOn(this.#connection, this.#statement)
  }
}
