import { AsyncLocalStorage } from 'node:async_hooks'
import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../../kysely/database.ts'
import type {
  PrismaConnection,
  PrismaQueryable,
  PrismaRows,
  PrismaStatement,
  PrismaTransaction,
} from './contract.ts'

/** A statement that was not sent. */
export interface CapturedStatement extends PrismaStatement {
  /** Where it would have been executed: the database, or the transaction of `$transaction`. */
  readonly database: AnyDatabase
}

const captures = new AsyncLocalStorage<CapturedStatement[]>()

/** The Kysely of a transaction of Prisma. */
export const databaseOfTransaction = mark<PrismaTransaction, AnyDatabase>()

/**
 * The statements that Prisma sends in the work, with the arguments in the driver's form. They are
 * not executed, and answered with no rows. All other work goes on as usual beside it.
 *
 * @throws what the work throws.
 */
export async function captured(
  work: () => Promise<unknown>,
): Promise<readonly CapturedStatement[]> {
  const statements: CapturedStatement[] = []
  // A promise of Prisma does nothing before it is awaited.
  await captures.run(statements, async () => await work())
  return statements
}

const noRows = (): PrismaRows => ({ columnNames: [], columnTypes: [], rows: [] })

/** Converts an argument to a value that the driver can bind. */
export type ToArgument = (value: unknown, type: PrismaStatement['argTypes'][number]) => unknown

/** A connection that records the statements of captured work. */
export function capturing(
  connection: PrismaConnection,
  toArgument: ToArgument,
  database: AnyDatabase,
): PrismaConnection {
  const startTransaction = connection.startTransaction.bind(connection)
  const recorded = recording(connection, toArgument, database)

  return {
    ...recorded,
    executeScript: connection.executeScript.bind(connection),
    dispose: connection.dispose.bind(connection),
    getConnectionInfo: () => connection.getConnectionInfo?.() ?? { supportsRelationJoins: false },
    startTransaction: async (level) =>
      captures.getStore() === undefined
        ? capturingTransaction(await startTransaction(level), toArgument, database)
        : {
            ...recorded,
            options: { usePhantomQuery: true },
            commit: async () => {},
            rollback: async () => {},
          },
  }
}

/** The transaction, whose captured statements are of its own database. */
function capturingTransaction(
  transaction: PrismaTransaction,
  toArgument: ToArgument,
  database: AnyDatabase,
): PrismaTransaction {
  const own = databaseOfTransaction.get(transaction) ?? database
  const { createSavepoint, rollbackToSavepoint, releaseSavepoint } = transaction
  return {
    ...recording(transaction, toArgument, own),
    options: transaction.options,
    commit: () => transaction.commit(),
    rollback: () => transaction.rollback(),
    ...(createSavepoint && { createSavepoint: createSavepoint.bind(transaction) }),
    ...(rollbackToSavepoint && { rollbackToSavepoint: rollbackToSavepoint.bind(transaction) }),
    ...(releaseSavepoint && { releaseSavepoint: releaseSavepoint.bind(transaction) }),
  }
}

function recording(
  queryable: PrismaQueryable,
  toArgument: ToArgument,
  database: AnyDatabase,
): PrismaQueryable {
  const record = ({ sql, args, argTypes }: PrismaStatement): boolean => {
    const statements = captures.getStore()
    statements?.push({
      sql,
      args: args.map((value, index) => toArgument(value, argTypes[index] ?? unknown)),
      argTypes,
      database,
    })
    return statements !== undefined
  }
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: async (statement) => (record(statement) ? noRows() : queryable.queryRaw(statement)),
    executeRaw: async (statement) => (record(statement) ? 0 : queryable.executeRaw(statement)),
  }
}

const unknown = { scalarType: 'unknown', arity: 'scalar' } as const
