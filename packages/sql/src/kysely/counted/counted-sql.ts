import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import type { TableName } from '../tables/name.ts'
import type { CountedDefinition, WantedCounts } from './definition.ts'

/** A difference between what is kept and what the table has. */
export interface Drift {
  /** The compared rows: `notes of owner = 7`. */
  readonly what: string
  readonly kept: string
  readonly found: string
}

/** The rows with one value in a counted column. */
export interface CountedGroup {
  readonly column: string
  readonly value: Expression<unknown>
}

/** A page of a counted list. */
export interface CountedPlace {
  /** The index of the order in the definition. */
  readonly order: number
  /** Whether the list is in the reverse of the order. */
  readonly reversed: boolean
  /** Null means all rows. Otherwise the order begins with its column. */
  readonly group: CountedGroup | null
  readonly offset: Expression<number>
  readonly limit: Expression<number>
}

/** Counters that are installed and that every writer keeps. */
export interface FoundCounters {
  readonly definition: CountedDefinition
  /**
   * An expression for a reading statement, whose value is `version` as long as the table and its
   * counters are the ones that were found. Null if they need no check.
   */
  readonly versionNow: RawBuilder<number | string> | null
  readonly version: number | string | null
  /**
   * As `versionNow`, but cheaper: `version` as long as it is the same table. Absent if there is no
   * cheaper way.
   */
  readonly tableNow?: RawBuilder<number | string>
}

/** The counters of one database system. The databases have no plugins. */
export interface CountedSql {
  /**
   * The definition with what the database says of the table.
   *
   * @throws ConfigurationError when the table cannot be counted so.
   */
  describe(db: AnyDatabase, table: TableName, wanted: WantedCounts): Promise<CountedDefinition>
  /** Creates the counters and counts all rows, in the current transaction. */
  install(db: AnyDatabase, definition: CountedDefinition): Promise<void>
  /** Removes the counters, also those of a table that was dropped or changed. */
  drop(db: AnyDatabase, definition: CountedDefinition): Promise<void>
  /** Counts again, in the current transaction. */
  rebuild(db: AnyDatabase, definition: CountedDefinition): Promise<void>
  /** Whether an earlier version has made the counters, and `rebuild` makes better ones. */
  isOutdated?(db: AnyDatabase, definition: CountedDefinition): Promise<boolean>
  /** Compares the counters with the rows, in the current transaction. */
  verify(db: AnyDatabase, definition: CountedDefinition): Promise<readonly Drift[]>
  /** Adds what writers have noted to the counters. Absent if writers do that. @returns how many. */
  fold?(db: AnyDatabase, definition: CountedDefinition): Promise<number>
  /** Why the table's writers do not keep these counters; null if they do. */
  fault(db: AnyDatabase, definition: CountedDefinition): Promise<string | null>
  /** The counters of a table, or null if it has none that its writers keep. It must not fail. */
  find(db: AnyDatabase, table: TableName): Promise<FoundCounters | null>
  /** The number of rows. */
  count(definition: CountedDefinition, group: CountedGroup | null): RawBuilder<number | string>
  /** Whether a row with this key is on the page. The caller sorts the rows. */
  isOnPage(
    definition: CountedDefinition,
    place: CountedPlace,
    key: readonly Expression<unknown>[],
  ): RawBuilder<SqlBool>
}
