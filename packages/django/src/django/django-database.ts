import type { AnyDatabase } from '@turnpike/sql'
import type { DjangoKeys } from './signing/keys.ts'

/** The table of users and its columns. Null if there is no such column. */
export interface UserColumns {
  readonly table: string
  readonly pk: string
  /**
   * `uuid`: a `UUIDField`, which Django stores as 32 digits on SQLite and MySQL, and writes with
   * hyphens. Default: the column is as Django writes it.
   */
  readonly pkType?: 'integer' | 'uuid' | 'text'
  /** The one that USERNAME_FIELD names. */
  readonly username: string
  readonly password: string
  readonly email: string | null
  readonly isActive: string | null
  readonly isStaff: string | null
  readonly isSuperuser: string | null
  readonly created: string | null
  readonly lastLogin: string | null
}

/** A database with Django's tables, for the parts of `djangoAccounts`. */
export interface DjangoDatabase {
  /** Without plugins; its statements join the transaction of the current work. */
  readonly db: AnyDatabase
  readonly users: UserColumns
  /** With null, what Django has signed can be neither read nor written. */
  readonly keys: DjangoKeys | null
  /** The current time. */
  readonly now: () => Date
}
