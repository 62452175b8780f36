import type { Place } from '../pair.ts'
import { postgresTables } from './postgres-tables.ts'
import { sqliteTables } from './sqlite-tables.ts'
import type { DrizzleVersion } from './versions.ts'

export const tablesOf = (drizzle: DrizzleVersion, kind: Place['kind']) =>
  kind === 'sqlite' ? sqliteTables(drizzle) : postgresTables(drizzle)
