import type { AnyDatabase } from '@turnpike/sql'
import type { DjangoDatabase } from '../django-database.ts'

/** Reads what is granted to users. */
export interface Grants {
  /** The permissions of a user, their own and those of their groups. */
  of(pk: number | string): Promise<ReadonlySet<string>>

  /** All permissions. */
  all(): Promise<ReadonlySet<string>>

  /** The names of the user's groups, in order. */
  groupsOf(pk: number | string): Promise<readonly string[]>
}

/** @param model the name of the user model in lower case. Default by the table of users. */
export function grants({ db, users }: DjangoDatabase, model = modelOf(users.table)): Grants {
  const user = `${model}_id`
  const ownTable = `${users.table}_user_permissions`
  const groupTable = `${users.table}_groups`

  return {
    async of(pk) {
      const own = selectPermissions(db)
        .innerJoin(`${ownTable} as own`, 'own.permission_id', 'permission.id')
        .where(`own.${user}`, '=', pk)
      const ofGroups = selectPermissions(db)
        .innerJoin('auth_group_permissions as granted', 'granted.permission_id', 'permission.id')
        .innerJoin(`${groupTable} as member`, 'member.group_id', 'granted.group_id')
        .where(`member.${user}`, '=', pk)
      return namesOf(await own.union(ofGroups).execute())
    },

    async all() {
      return namesOf(await selectPermissions(db).execute())
    },

    async groupsOf(pk) {
      const rows = await db
        .selectFrom('auth_group as group')
        .innerJoin(`${groupTable} as member`, 'member.group_id', 'group.id')
        .where(`member.${user}`, '=', pk)
        .select('group.name')
        .orderBy('group.name')
        .execute()
      return rows.map(({ name }) => String(name))
    },
  }
}

/** Django names a table `<app>_<model>`; only the name of an app has an underscore, as a rule. */
const modelOf = (table: string): string => table.slice(table.lastIndexOf('_') + 1)

const selectPermissions = (db: AnyDatabase) =>
  db
    .selectFrom('auth_permission as permission')
    .innerJoin('django_content_type as type', 'type.id', 'permission.content_type_id')
    .select(['type.app_label', 'permission.codename'])

const namesOf = (rows: readonly { app_label: unknown; codename: unknown }[]): ReadonlySet<string> =>
  new Set(rows.map(({ app_label: app, codename }) => `${app}.${codename}`))
