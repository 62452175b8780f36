/*
 * The contract of a driver adapter of Prisma 7, as far as it is used here: the types of
 * `@prisma/driver-adapter-utils`, which applications do not install themselves.
 */

/** A statement of Prisma. */
export interface PrismaStatement {
  sql: string
  args: unknown[]
  argTypes: PrismaArgumentType[]
}

/** The type of an argument, as driver adapters of Prisma get it. */
export interface PrismaArgumentType {
  /** `string`, `int`, `bigint`, `float`, `decimal`, `boolean`, `datetime`, `bytes` and others. */
  scalarType: string
  /** The type in the database, such as `DATE`, if the schema names one. */
  dbType?: string
  arity: 'scalar' | 'list'
}

/** Rows as lists of values, with the number of each column's type in `ColumnTypeEnum`. */
export interface PrismaRows {
  columnNames: string[]
  // biome-ignore lint/suspicious/noExplicitAny: a union of numbers there, which grows.
  columnTypes: any[]
  rows: unknown[][]
}

/** Executes statements of Prisma. */
export interface PrismaQueryable {
  readonly provider: PrismaProvider
  readonly adapterName: string
  queryRaw(statement: PrismaStatement): Promise<PrismaRows>
  /** The number of affected rows. */
  executeRaw(statement: PrismaStatement): Promise<number>
}

/** A database that Prisma knows. */
export type PrismaProvider = 'mysql' | 'postgres' | 'sqlite' | 'sqlserver'

/** An isolation level of Prisma. */
export type PrismaIsolationLevel =
  | 'READ UNCOMMITTED'
  | 'READ COMMITTED'
  | 'REPEATABLE READ'
  | 'SNAPSHOT'
  | 'SERIALIZABLE'

/** A transaction, as Prisma expects it of a driver adapter. */
export interface PrismaTransaction extends PrismaQueryable {
  /** `usePhantomQuery`: Prisma sends no `COMMIT` and `ROLLBACK`, but calls the methods only. */
  readonly options: { usePhantomQuery: boolean }
  commit(): Promise<void>
  rollback(): Promise<void>
  createSavepoint?(name: string): Promise<void>
  rollbackToSavepoint?(name: string): Promise<void>
  releaseSavepoint?(name: string): Promise<void>
}

/** A connection, as Prisma expects it of a driver adapter. */
export interface PrismaConnection extends PrismaQueryable {
  executeScript(script: string): Promise<void>
  startTransaction(isolationLevel?: PrismaIsolationLevel): Promise<PrismaTransaction>
  getConnectionInfo?(): PrismaConnectionInfo
  dispose(): Promise<void>
}

/** The facts that a driver adapter gives Prisma about its connection. */
export interface PrismaConnectionInfo {
  schemaName?: string
  maxBindValues?: number
  supportsRelationJoins: boolean
}

/** The `adapter` of `new PrismaClient({ adapter })`. */
export interface PrismaAdapter {
  readonly provider: PrismaProvider
  readonly adapterName: string
  connect(): Promise<PrismaConnection>
}
