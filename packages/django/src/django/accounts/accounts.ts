import type { AnyDatabase } from '@turnpike/sql'
import { joining } from '@turnpike/sql/internal/kysely/transactions/joining'
import { ConfigurationError, type NewUser, type PasswordHasher } from 'turnpike'
import { type Accounts, type CsrfTokens, knownOptions, once, text } from 'turnpike/kit'
import { djangoCsrfTokens } from '../csrf-tokens.ts'
import { dialectOf } from '../dialect.ts'
import type { DjangoDatabase } from '../django-database.ts'
import { type DjangoJwt, djangoJwt } from '../jwt/jwt.ts'
import type { DjangoJwtOptions } from '../jwt/options.ts'
import { djangoPasswords } from '../passwords/passwords.ts'
import {
  type DjangoPermissions,
  type DjangoPermissionsOptions,
  djangoPermissions,
} from '../permissions/permissions.ts'
import { endingSessions } from '../sessions/ending-sessions.ts'
import type { DjangoSessionsOptions } from '../sessions/options.ts'
import { type DjangoSessions, djangoSessions } from '../sessions/sessions.ts'
import type { DjangoKeys } from '../signing/keys.ts'
import { type DjangoKnox, djangoKnox } from './knox/knox.ts'
import type { DjangoKnoxOptions } from './knox/options.ts'
import { djangoTokens } from './tokens/tokens.ts'
import type { DjangoUser } from './users/rows.ts'
import { type DjangoUserTable, type UserTable, userTable } from './users/table.ts'
import { type DjangoUsers, djangoUsers } from './users/users.ts'

export interface DjangoAccountsOptions {
  /**
   * `SECRET_KEY`. Absent or undefined: there are no sessions, and tokens of simplejwt need keys
   * of their own.
   */
  secretKey?: string | undefined
  /** `SECRET_KEY_FALLBACKS`: what older keys have signed is still accepted. Default none. */
  secretKeyFallbacks?: readonly string[]
  /** The table of users, where it is not `auth_user`. */
  users?: DjangoUserTable
  /** How passwords are compared and stored. Default `djangoPasswords()`. */
  passwords?: PasswordHasher
  /**
   * Further values of the row of a new user, which Django's database has no defaults for.
   * Default an empty `first_name` and `last_name` for `auth_user`, otherwise none.
   */
  newUser?: (user: NewUser) => Readonly<Record<string, unknown>>
  /** The table of `rest_framework.authtoken`. Default `authtoken_token`. */
  tokenTable?: string
  /** Settings of sessions. */
  sessions?: DjangoSessionsOptions
  /** Settings of knox. */
  knox?: DjangoKnoxOptions
  /** Settings of permissions. */
  permissions?: DjangoPermissionsOptions
  /** The current time, for tests. */
  now?: () => Date
}

const djangoAccountsOptions = knownOptions<DjangoAccountsOptions>('djangoAccounts()', {
  secretKey: 'optional',
  secretKeyFallbacks: 'optional',
  users: 'optional',
  passwords: 'optional',
  newUser: 'optional',
  tokenTable: text,
  sessions: 'optional',
  knox: 'optional',
  permissions: 'optional',
  now: 'optional',
})

/** Accounts in the tables of a Django service. */
export interface DjangoAccounts extends Accounts<DjangoUser> {
  users: DjangoUsers
  /** Tokens of knox. */
  readonly knox: DjangoKnox
  /**
   * Sessions in `django_session`.
   *
   * @throws ConfigurationError without a `secretKey`.
   */
  readonly sessions: DjangoSessions<DjangoUser>
  /** For the setting `CSRF_TOKENS`. */
  readonly csrfTokens: CsrfTokens
  /** The permissions of users. */
  readonly permissions: DjangoPermissions
  /** Tokens of djangorestframework-simplejwt. Needs the package `jose`. */
  jwt(options?: DjangoJwtOptions<DjangoUser>): DjangoJwt<DjangoUser>
}

/**
 * The accounts of a Django service, in its own tables and forms, which are not changed: both
 * services can run over one database, and what one has made or revoked counts for the other.
 *
 * @param db on SQLite, PostgreSQL, or MySQL and MariaDB.
 * @throws ConfigurationError when the database is another one, or an option is unknown or wrong.
 */
export function djangoAccounts(
  db: AnyDatabase,
  options: DjangoAccountsOptions = {},
): DjangoAccounts {
  djangoAccountsOptions.require(options)
  dialectOf(db)
  const { tokenTable = 'authtoken_token', passwords = djangoPasswords() } = options
  const columns = userTable(options.users)
  const database: DjangoDatabase = {
    // Plugins, such as one for camel case, are for the tables of the application.
    db: joining(db.withoutPlugins()),
    users: columns,
    keys: keysOf(options),
    now: options.now ?? (() => new Date()),
  }
  const newUser = options.newUser ?? namesFor(columns)
  const users = djangoUsers(database, columns, { passwords, newUser })
  const sessions = once(() => djangoSessions(database, users, options.sessions))
  const knox = once(() => djangoKnox(database, columns, options.knox))
  const permissions = once(() => djangoPermissions(database, options.permissions))

  return {
    users:
      database.keys === null
        ? users
        : endingSessions<DjangoUser, DjangoUsers>(database, users, sessions()),
    tokens: djangoTokens(database, columns, tokenTable),
    csrfTokens: djangoCsrfTokens(),
    get knox() {
      return knox()
    },
    get sessions() {
      return sessions()
    },
    get permissions() {
      return permissions()
    },
    jwt: (given) => djangoJwt(database, users, given),
  }
}

function keysOf({ secretKey, secretKeyFallbacks = [] }: DjangoAccountsOptions): DjangoKeys | null {
  if (!Array.isArray(secretKeyFallbacks)) {
    throw new ConfigurationError('secretKeyFallbacks of djangoAccounts() must be a list of texts.')
  }
  const given = secretKey === undefined ? secretKeyFallbacks : [secretKey, ...secretKeyFallbacks]
  for (const key of given) {
    if (typeof key === 'string' && key !== '') continue
    throw new ConfigurationError(
      'secretKey and secretKeyFallbacks of djangoAccounts() must be texts that are not empty: pass ' +
        'SECRET_KEY of the Django service, or leave secretKey out.',
    )
  }
  return secretKey === undefined ? null : { secretKey, fallbacks: secretKeyFallbacks }
}

const namesFor = ({ table }: UserTable) =>
  table === 'auth_user' ? () => ({ first_name: '', last_name: '' }) : () => ({})
