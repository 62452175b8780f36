import { ConfigurationError } from 'turnpike'
import { knownOptions, oneOf, text, trueOrFalse } from 'turnpike/kit'
import type { UserColumns } from '../../django-database.ts'

/**
 * How the primary key of users is stored: `AutoField` and `BigAutoField`, `UUIDField`, texts.
 */
export type PkType = 'integer' | 'uuid' | 'text'

/**
 * The table of users: what differs from `auth_user`. Null if there is no such column. Users are
 * then active, no staff and no superusers, without an address, and `created` and `lastLogin` are
 * null.
 */
export interface DjangoUserTable {
  /** Default `auth_user`. */
  table?: string
  /** Default `id`. */
  pk?: string
  /** Default `integer`. UUIDs are the 32 digits that Django stores on SQLite and MySQL. */
  pkType?: PkType
  /** The column that `USERNAME_FIELD` names. Default `username`. */
  username?: string
  /**
   * Whether usernames are found without regard to case, as by a user manager whose
   * `get_by_natural_key` asks for `iexact`. If several users match, none is found. Default false.
   */
  caseInsensitive?: boolean
  /** Default `password`. */
  password?: string
  /** May be the column of usernames, too. Default `email`. */
  email?: string | null
  /** Default `is_active`. */
  isActive?: string | null
  /** Default `is_staff`. */
  isStaff?: string | null
  /** Default `is_superuser`. */
  isSuperuser?: string | null
  /** Default `date_joined`. */
  created?: string | null
  /** Default `last_login`. */
  lastLogin?: string | null
}

/** `DjangoUserTable` with its defaults. */
export interface UserTable extends UserColumns {
  readonly pkType: PkType
  readonly caseInsensitive: boolean
}

const column = text
const columnOrNull = 'optional'

const userTableOptions = knownOptions<DjangoUserTable>('users of djangoAccounts()', {
  table: column,
  pk: column,
  pkType: oneOf(['integer', 'uuid', 'text']),
  username: column,
  caseInsensitive: trueOrFalse,
  password: column,
  email: columnOrNull,
  isActive: columnOrNull,
  isStaff: columnOrNull,
  isSuperuser: columnOrNull,
  created: columnOrNull,
  lastLogin: columnOrNull,
})

const authUser: UserTable = {
  table: 'auth_user',
  pk: 'id',
  pkType: 'integer',
  username: 'username',
  caseInsensitive: false,
  password: 'password',
  email: 'email',
  isActive: 'is_active',
  isStaff: 'is_staff',
  isSuperuser: 'is_superuser',
  created: 'date_joined',
  lastLogin: 'last_login',
}

/** @throws ConfigurationError when a name is unknown or no name of a column. */
export function userTable(given: DjangoUserTable = {}): UserTable {
  userTableOptions.require(given)
  for (const [name, value] of Object.entries(given)) {
    if (name === 'caseInsensitive') continue
    if (value === null || value === undefined || (typeof value === 'string' && value !== ''))
      continue
    throw new ConfigurationError(
      `users.${name} of djangoAccounts() is ${JSON.stringify(value)}: it must be the name of a ` +
        'column, or null if there is none.',
    )
  }
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...authUser, ...Object.fromEntries(named) }
}
