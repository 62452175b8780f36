import type { Column, Dialect, Table } from '../inspect/schema.ts'

/** The facts that the database of a Django project has about it. */
export interface DjangoProject {
  readonly dialect: Dialect
  /** Every table, for its type. */
  readonly tables: readonly Table[]
  /** In the order of their apps and names. */
  readonly models: readonly Model[]
  readonly accounts: AccountTables
  /** Those of PBKDF2 that Django seems to make; null if no row says so. */
  readonly passwordIterations: number | null
  /** Tables that join others and have no model of their own. */
  readonly joins: readonly Table[]
  /** Tables of Django itself and of packages, which get no views. */
  readonly left: readonly LeftTable[]
  /** Models of Django's list whose table was not found: `notes.note`. */
  readonly missing: readonly string[]
}

export interface LeftTable {
  readonly table: string
  readonly reason: 'accounts' | 'package' | 'no key'
}

/** A model that gets views. */
export interface Model {
  readonly app: string
  /** As Django has it, in lower case; the name of the table if Django does not list the model. */
  readonly name: string
  /** Whether Django lists it, so that it has permissions. */
  readonly isListed: boolean
  /** In words, as Django's list of permissions has it: `tracking event`. */
  readonly verboseName: string
  readonly table: Table
  readonly fields: readonly Field[]
  /** The fields of the primary key. */
  readonly key: readonly Field[]
}

/** A column, as clients see it. */
export interface Field {
  /** As Django REST framework has it: `owner` for the foreign key `owner_id`. */
  readonly name: string
  readonly column: Column
  /** The table that it refers to; null if there is none. */
  readonly references: string | null
  /** Whether a stored text is blank; false if no row was seen. */
  readonly isBlankSeen: boolean
  /** Maximum number of decimal places of a stored number; null if none was seen. */
  readonly placesSeen: number | null
  /** Why clients never see it; null if they do. */
  readonly hidden: 'secret' | 'type' | 'name' | null
}

/** The tables of the accounts that the database has. */
export interface AccountTables {
  /** Null if there are none. */
  readonly users: UserTable | null
  readonly hasTokens: boolean
  /** The release of knox that its table is of; null if there is none. */
  readonly knoxVersion: 4 | 5 | null
  readonly hasSessions: boolean
  readonly hasBlacklist: boolean
  /** Whether all tables are there that say what users may do. */
  readonly hasPermissions: boolean
}

/** The table of the users, with its columns by what they mean; null if there is no such column. */
export interface UserTable {
  readonly table: string
  readonly columns: Readonly<Record<UserColumn, string | null>>
  /** How the primary key is stored. */
  readonly pkType: 'integer' | 'text' | 'uuid'
  /** The column of the user in the table of their groups, without `_id`; null if there is none. */
  readonly model: string | null
}

export type UserColumn = keyof typeof userColumns

/** Those that users cannot do without. */
export const requiredColumns: readonly UserColumn[] = ['pk', 'username', 'password']

/** Django's names. */
export const userColumns = {
  pk: 'id',
  username: 'username',
  password: 'password',
  email: 'email',
  isActive: 'is_active',
  isStaff: 'is_staff',
  isSuperuser: 'is_superuser',
  created: 'date_joined',
  lastLogin: 'last_login',
} as const
