import type { AnyDatabase } from '../../../kysely/database.ts'
import { joining } from '../../../kysely/transactions/joining.ts'
import type { ToArgument } from '../capture.ts'
import type { PrismaConnection, PrismaIsolationLevel } from '../contract.ts'
import { DriverAdapterError } from '../driver-errors.ts'
import { SqliteQueryable } from './queryable.ts'
import { statementsIn } from './script.ts'
import { PrismaSqliteTransaction } from './transaction.ts'

/** The connections of a Kysely on SQLite. Statements join the transaction of the current work. */
export class PrismaSqliteConnection extends SqliteQueryable implements PrismaConnection {
  readonly #db: AnyDatabase
  readonly #toArgument: ToArgument

  constructor(db: AnyDatabase, toArgument: ToArgument) {
    super(joining(db), toArgument)
    this.#db = db
    this.#toArgument = toArgument
  }

  async startTransaction(isolationLevel?: PrismaIsolationLevel): Promise<PrismaSqliteTransaction> {
    if (isolationLevel !== undefined && isolationLevel !== 'SERIALIZABLE') {
      throw new DriverAdapterError(
        { kind: 'InvalidIsolationLevel', level: isolationLevel },
        undefined,
      )
    }
    return PrismaSqliteTransaction.begin(this.#db, this.#toArgument)
  }

  async executeScript(script: string): Promise<void> {
    for (const sql of statementsIn(script)) await this.executeRaw({ sql, args: [], argTypes: [] })
  }

  getConnectionInfo() {
    return { supportsRelationJoins: false }
  }

  /** The database is closed by its owner. */
  async dispose(): Promise<void> {}
}
