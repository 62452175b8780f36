import type { Table } from '../inspect/schema.ts'
import { type AccountTables, type UserColumn, type UserTable, userColumns } from './project.ts'

/** Finds the tables of the accounts. */
export function accountTables(tables: readonly Table[]): AccountTables {
  const names = new Set(tables.map(({ name }) => name))
  const users = userTable(tables)
  return {
    users,
    hasTokens: names.has('authtoken_token'),
    knoxVersion: knoxVersion(tables),
    hasSessions: names.has('django_session'),
    hasBlacklist: names.has('token_blacklist_outstandingtoken'),
    hasPermissions: users !== null && permissionTables(users).every((name) => names.has(name)),
  }
}

/** The tables that `django.permissions` reads. */
const permissionTables = ({ table }: UserTable): readonly string[] => [
  'auth_permission',
  'auth_group',
  'auth_group_permissions',
  `${table}_groups`,
  `${table}_user_permissions`,
]

/** Knox 4 has a place for the first 8 characters of a token, knox 5 for 15 and more. */
function knoxVersion(tables: readonly Table[]): 4 | 5 | null {
  const columns = tables.find(({ name }) => name === 'knox_authtoken')?.columns
  if (columns === undefined) return null
  const type = columns.find(({ name }) => name === 'token_key')?.type
  return type?.kind === 'text' && type.maxLength !== null && type.maxLength < 15 ? 4 : 5
}

/** Tables whose column `user_id` refers to the users, the most reliable first. */
const referring = [
  'authtoken_token',
  'knox_authtoken',
  'django_admin_log',
  'token_blacklist_outstandingtoken',
]

/** The users: what tokens and the log of the admin refer to; else the table that has groups. */
function userTable(tables: readonly Table[]): UserTable | null {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const referred = referring.flatMap((name) => referredBy(byName.get(name), 'user_id') ?? [])
  const withGroups = tables.flatMap(({ name, columns }) =>
    name.endsWith('_groups') && columns.some((column) => column.name === 'group_id')
      ? [name.slice(0, -'_groups'.length)]
      : [],
  )
  const found = [...referred, ...withGroups, 'auth_user'].find((name) => byName.has(name))
  const table = found === undefined ? undefined : byName.get(found)
  if (table === undefined) return null
  return {
    table: table.name,
    columns: columnsOf(table),
    pkType: pkTypeOf(table),
    model: modelOf(table, byName.get(`${table.name}_groups`)),
  }
}

const referredBy = (table: Table | undefined, column: string): string | null =>
  table?.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column)?.table ??
  null

function columnsOf(table: Table): UserTable['columns'] {
  const names = new Set(table.columns.map(({ name }) => name))
  const entries = Object.entries(userColumns) as [UserColumn, string][]
  const columns = Object.fromEntries(
    entries.map(([meaning, name]) => [meaning, names.has(name) ? name : null]),
  ) as Record<UserColumn, string | null>
  // A user model of the project's own often signs in by its address.
  columns.username ??= columns.email ?? uniqueText(table)
  columns.pk ??= table.primaryKey[0] ?? null
  return columns
}

function pkTypeOf({ columns, primaryKey }: Table): UserTable['pkType'] {
  const type = columns.find(({ name }) => name === primaryKey[0])?.type.kind
  return type === 'uuid' || type === 'text' ? type : 'integer'
}

const modelOf = ({ name }: Table, groups: Table | undefined): string | null =>
  groups?.foreignKeys.find(({ table }) => table === name)?.columns[0]?.replace(/_id$/, '') ?? null

/** The first text that is unique by itself. */
const uniqueText = ({ columns, uniques }: Table): string | null =>
  columns.find(
    ({ name, type }) =>
      type.kind === 'text' && uniques.some((unique) => unique.length === 1 && unique[0] === name),
  )?.name ?? null
