import { ConfigurationError, type User } from 'turnpike'
import { isTable, tableOf } from '../entities.ts'
import type { SchemaTable } from '../store/store.ts'

/** The fields of a table of users, with their types. */
export interface UserFields {
  id: number | string
  username: string
  /** The hash; null for a user without a password. */
  password: string | null
  isActive: boolean
  /** How often the user has been made inactive: what began before does not go on. */
  deactivations: number
}

/** Fields that a table of users may have besides. */
export interface OtherUserFields {
  email: string | null
  isStaff: boolean
}

/** The fields of a table of tokens, with their types. */
export interface TokenFields {
  /** The keyed digest of the key: the primary key. */
  digest: string
  /** The user, by the id. Unique: a user has one token. */
  userId: number | string
  /** The key, encrypted. */
  sealed: string
  /** Identifies the secret of both. */
  secretId: string
  created: Date | string
}

/** Fields that a table of tokens may have besides. Tokens with an idle time need it. */
export interface OtherTokenFields {
  lastUsed: Date | string | null
}

/** A table whose fields have the usual names, or a table with the names of those that differ. */
export type MappedTable<Fields> = SchemaTable | ({ readonly table: SchemaTable } & Names<Fields>)

type Names<Fields> = { readonly [Field in keyof Fields]?: string }

export type TableIn<Mapped> = Mapped extends SchemaTable
  ? Mapped
  : Mapped extends { readonly table: infer Table extends SchemaTable }
    ? Table
    : never

/** The row of a mapped table. */
export type RowIn<Mapped> = TableIn<Mapped>['$inferSelect']

export type NameIn<Mapped, Field extends PropertyKey> = Mapped extends SchemaTable
  ? Field
  : Mapped extends { readonly [Name in Field]: infer Name extends string }
    ? Name
    : Field

/** The fields that the table lacks, or has with another type. */
type Unfit<Mapped, Fields> = {
  [Field in keyof Fields]: NameIn<Mapped, Field> extends keyof RowIn<Mapped>
    ? RowIn<Mapped>[NameIn<Mapped, Field>] extends Fields[Field]
      ? never
      : Field
    : Field
}[keyof Fields]

/** Anything if the table has the fields; otherwise what it lacks. */
export type Fits<Mapped, Fields> = [Unfit<Mapped, Fields>] extends [never]
  ? unknown
  : { readonly 'the table lacks': Unfit<Mapped, Fields> }

/** A user: the row of the application, without the password, and what each user has. */
export type DrizzleUser<Mapped> = Omit<
  RowIn<Mapped>,
  NameIn<Mapped, 'password'> | NameIn<Mapped, 'deactivations'> | keyof User
> &
  User & { readonly pk: RowIn<Mapped>[NameIn<Mapped, 'id'> & keyof RowIn<Mapped>] }

/** A table, and its fields by their usual names. */
export interface Mapping<Fields> {
  readonly table: object
  readonly fields: Fields
}

/**
 * Reads the option.
 *
 * @param others fields that the table may lack: null then.
 * @throws ConfigurationError when it is not a table, or lacks a field.
 */
export function mappingOf<Field extends string, Other extends string>(
  option: 'users' | 'tokens',
  mapped: object,
  required: readonly Field[],
  others: readonly Other[],
): Mapping<Record<Field, string> & Record<Other, string | null>> {
  const given = isTable(mapped) ? {} : (mapped as Record<string, string | undefined>)
  const table: unknown = isTable(mapped) ? mapped : Reflect.get(mapped, 'table')
  if (!isTable(table)) {
    throw new ConfigurationError(
      `drizzleAccounts() needs a table of a Drizzle schema as ${option}: ${option}: people, or ` +
        `${option}: { table: people, … } with the names of its fields.`,
    )
  }
  const { columns, originalName } = tableOf(table)
  const all: readonly string[] = [...required, ...others]
  const unknown = Object.keys(given).find((name) => name !== 'table' && !all.includes(name))
  if (unknown !== undefined) {
    throw new ConfigurationError(
      `Unknown field ${unknown} in ${option} of drizzleAccounts(). Valid fields: ${all.join(', ')}.`,
    )
  }
  const fields = all.map((field) => {
    const name = given[field] ?? field
    if (Object.hasOwn(columns, name)) return [field, name]
    if (given[field] === undefined && others.includes(field as Other)) return [field, null]
    throw new ConfigurationError(
      `The table ${originalName} has no field ${name}, which ${option} of drizzleAccounts() needs as ` +
        `${field}: add it, or name another one: ${option}: { table, ${field}: '…' }. Its fields are ` +
        `${Object.keys(columns).join(', ')}.`,
    )
  })
  return { table, fields: Object.fromEntries(fields) }
}
