import { ConfigurationError } from 'turnpike'
import type { AnyDatabase } from '../../../kysely/database.ts'
import { databaseOfPool } from '../../../kysely/postgres/sharing/shared-pools.ts'
import { joining } from '../../../kysely/transactions/joining.ts'
import { capturing } from '../capture.ts'
import type { PrismaAdapter } from '../contract.ts'
import { postgresArgument } from './arguments.ts'
import { watched } from './watched.ts'

/**
 * The adapter `new PrismaPg(postgresPool(db, Pool))` of Prisma, whose statements can be captured.
 *
 * @throws ConfigurationError when it does not use a pool of `db`.
 */
export function postgresAdapter(db: AnyDatabase, adapter: PrismaAdapter): PrismaAdapter {
  // A property of Prisma's class; the connection has a method for it.
  if ('externalPool' in adapter) requireShared(db, adapter.externalPool)
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async connect() {
      const connection: ConnectionOfPool = await adapter.connect()
      if (connection.underlyingDriver !== undefined) {
        requireShared(db, connection.underlyingDriver())
      }
      return capturing(watched(connection), postgresArgument, joining(db.withoutPlugins()))
    },
  }
}

type ConnectionOfPool = Awaited<ReturnType<PrismaAdapter['connect']>> & {
  underlyingDriver?(): unknown
}

function requireShared(db: AnyDatabase, pool: unknown): void {
  const shared = typeof pool === 'object' && pool !== null ? databaseOfPool.get(pool) : undefined
  if (shared?.getExecutor().adapter === db.getExecutor().adapter) return
  throw new ConfigurationError(
    'prismaAdapter() needs a PrismaPg over the connections of the same db, or else Prisma is not ' +
      'part of its transactions: prismaAdapter(db, new PrismaPg(postgresPool(db, Pool))).',
  )
}
