import type { DrizzleColumn } from './entities.ts'

type Convert = (value: unknown) => unknown

export const driverForm = (_column: DrizzleColumn | null, _isSqlite: boolean): Convert | null =>
  null
