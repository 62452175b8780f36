import { isInScope } from '../../kysely/transactions/scope.ts'

/**
 * An extension for clients that are used in atomic requests, or in other work with a transaction:
 *
 * ```ts
 * const prisma = new PrismaClient({ adapter }).$extends(prismaOwnReads)
 * ```
 *
 * Prisma gathers all calls of `findUnique` and `findUniqueOrThrow` that happen at the same moment,
 * and sends them together in the transaction of one of them, even if they belong to different
 * requests. With this extension each one within a transaction is sent by itself.
 */
export const prismaOwnReads = {
  name: 'turnpike',
  query: { $allModels: { findUnique: ownRead, findUniqueOrThrow: ownRead } },
}

interface Read {
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of any model.
  readonly args: any
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of any model.
  query(args: any): Promise<any>
}

/** A read after an immediate has its own turn of the event loop, in which Prisma sends it. */
async function ownRead({ args, query }: Read) {
  if (isInScope()) await new Promise(setImmediate)
  return query(args)
}
