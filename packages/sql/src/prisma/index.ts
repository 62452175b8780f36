/** Prisma over the connections of Kysely. @module */

// The adapter

export { type PrismaAdapterOptions, prismaAdapter } from './adapter/adapter.ts'
export type {
  PrismaAdapter,
  PrismaArgumentType,
  PrismaConnection,
  PrismaConnectionInfo,
  PrismaIsolationLevel,
  PrismaProvider,
  PrismaQueryable,
  PrismaRows,
  PrismaStatement,
  PrismaTransaction,
} from './adapter/contract.ts'
export { prismaOwnReads } from './adapter/own-reads.ts'
export type { TimestampFormat } from './adapter/sqlite/arguments.ts'

// Items

export { type PrismaItemsOptions, type PrismaOrder, prismaItems } from './items/items.ts'
export type { PrismaModel } from './models/delegate.ts'
export { type PrismaStoreOptions, prismaStore } from './store/store.ts'
