import { AsyncLocalStorage } from 'node:async_hooks'
import type { PrismaConnection, PrismaQueryable, PrismaRows, PrismaStatement } from './contract.ts'

const captures = new AsyncLocalStorage<PrismaStatement[]>()

/**
 * The statements that Prisma sends in the work, with the arguments in the driver's form. They are
 * not executed, and answered with no rows. All other work goes on as usual beside it.
 *
 * @throws what the work throws.
 */
export async function captured(work: () => Promise<unknown>): Promise<readonly PrismaStatement[]> {
  const statements: PrismaStatement[] = []
  // A promise of Prisma does nothing before it is awaited.
  await captures.run(statements, async () => await work())
  return statements
}

const noRows = (): PrismaRows => ({ columnNames: [], columnTypes: [], rows: [] })

/** Converts an argument to a value that the driver can bind. */
export type ToArgument = (value: unknown, type: PrismaStatement['argTypes'][number]) => unknown

/** A connection that records the statements of captured work. */
export function capturing(connection: PrismaConnection, toArgument: ToArgument): PrismaConnection {
  const record = ({ sql, args, argTypes }: PrismaStatement): boolean => {
    const statements = captures.getStore()
    statements?.push({
      sql,
      args: args.map((value, index) => toArgument(value, argTypes[index] ?? unknown)),
      argTypes,
    })
    return statements !== undefined
  }
  const queryRaw = connection.queryRaw.bind(connection)
  const executeRaw = connection.executeRaw.bind(connection)
  const startTransaction = connection.startTransaction.bind(connection)

  const recorded: PrismaQueryable = {
    ...{ provider: connection.provider, adapterName: connection.adapterName },
    queryRaw: async (statement) => (record(statement) ? noRows() : queryRaw(statement)),
    executeRaw: async (statement) => (record(statement) ? 0 : executeRaw(statement)),
  }
  return {
    ...recorded,
    executeScript: connection.executeScript.bind(connection),
    dispose: connection.dispose.bind(connection),
    getConnectionInfo: () => connection.getConnectionInfo?.() ?? { supportsRelationJoins: false },
    startTransaction: async (level) =>
      captures.getStore() === undefined
        ? startTransaction(level)
        : {
            ...recorded,
            options: { usePhantomQuery: true },
            commit: async () => {},
            rollback: async () => {},
          },
  }
}

const unknown = { scalarType: 'unknown', arity: 'scalar' } as const
