import { fieldOf, knownOptions, mark, text } from 'turnpike/kit'
import type { DjangoDatabase } from '../django-database.ts'
import { grants } from './grants.ts'

export interface DjangoPermissionsOptions {
  /**
   * The name of the user model in lower case: Django calls the column of users in the tables of
   * their groups and permissions `<model>_id`. Default what follows the last `_` of the table of
   * users: `user` for `auth_user`.
   */
  userModel?: string
}

export const djangoPermissionsOptions = knownOptions<DjangoPermissionsOptions>(
  'djangoPermissions()',
  { userModel: text },
)

/**
 * The permissions of users in Django's tables. A user is one of Django's, with `isActive` and
 * `isSuperuser` as they were when the user was loaded; inactive users and anything else, such as
 * the anonymous user, have no permissions.
 *
 * The permissions of a user are read once, by one statement, and kept with the object: as in
 * Django, changes apply to users that are loaded afterwards, so from the next request.
 */
export interface DjangoPermissions {
  /**
   * The names of all permissions of the user, their own and those of their groups, as
   * `notes.change_note`. For a superuser all that the database has.
   */
  permissionsOf(user: unknown): Promise<ReadonlySet<string>>

  /**
   * Whether the user has the permission `<app>.<codename>`, such as `notes.change_note`. Names are
   * compared exactly. True for a superuser, even if there is no such permission.
   */
  hasPerm(user: unknown, permission: string): Promise<boolean>

  /** Whether the user has each of the permissions. True for none. */
  hasPerms(user: unknown, permissions: readonly string[]): Promise<boolean>

  /** Whether the user has any permission of the app, such as `notes`. True for a superuser. */
  hasModulePerms(user: unknown, app: string): Promise<boolean>

  /** The names of the user's groups, in the order of their names. Active or not. */
  groupsOf(user: unknown): Promise<readonly string[]>
}

/**
 * Permissions of the tables `auth_permission`, `auth_group` and those that join them with users.
 * They are only read.
 *
 * @throws ConfigurationError when an option is unknown or wrong.
 */
export function djangoPermissions(
  database: DjangoDatabase,
  options: DjangoPermissionsOptions = {},
): DjangoPermissions {
  djangoPermissionsOptions.require(options)
  const granted = grants(database, options.userModel)
  const kept = mark<object, Promise<ReadonlySet<string>>>()

  function permissionsOf(user: unknown): Promise<ReadonlySet<string>> {
    if (!isActive(user)) return Promise.resolve(nothing)
    const known = kept.get(user)
    if (known !== undefined) return known

    const reading = isSuperuser(user) ? granted.all() : granted.of(user.pk)
    kept.set(user, reading)
    // After an outage the next question asks the database again.
    reading.catch(() => kept.delete(user))
    return reading
  }

  const hasPerm = async (user: unknown, permission: string): Promise<boolean> =>
    isActive(user) && (isSuperuser(user) || (await permissionsOf(user)).has(permission))

  return {
    permissionsOf,
    hasPerm,

    async hasPerms(user, permissions) {
      for (const permission of permissions) if (!(await hasPerm(user, permission))) return false
      return true
    },

    async hasModulePerms(user, app) {
      if (!isActive(user)) return false
      if (isSuperuser(user)) return true
      // An app has no dot in its name, but the name of a permission may.
      return [...(await permissionsOf(user))].some((name) => name.split('.', 1)[0] === app)
    },

    groupsOf: async (user) => (isKnown(user) ? granted.groupsOf(user.pk) : []),
  }
}

const nothing: ReadonlySet<string> = new Set()

interface KnownUser {
  readonly pk: number | string
}

const isKnown = (user: unknown): user is KnownUser => {
  const pk = fieldOf(user, 'pk')
  return (
    fieldOf(user, 'isAuthenticated') === true && (typeof pk === 'number' || typeof pk === 'string')
  )
}

const isActive = (user: unknown): user is KnownUser =>
  isKnown(user) && fieldOf(user, 'isActive') === true

/** Only true itself: a user of another kind that says `'false'` is none. */
const isSuperuser = (user: KnownUser): boolean => Reflect.get(user, 'isSuperuser') === true
