/**
 * The kind of values in a column, which decides how others are compared with them. `real` is
 * PostgreSQL's number of 32 bits. `moment` has a date and a time. Null if unknown.
 */
export type ColumnKind =
  | 'integer'
  | 'number'
  | 'real'
  | 'text'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'uuid'
  | 'json'
  | 'tsvector'
  | null

/** A row of `pg_type`. */
export interface TypeRow {
  readonly typname: string
  readonly typcategory: string
}

export function postgresKind({ typname, typcategory }: TypeRow): ColumnKind {
  if (Object.hasOwn(byTypeName, typname)) return byTypeName[typname] as ColumnKind
  return byCategory[typcategory] ?? null
}

const byTypeName: Readonly<Record<string, ColumnKind>> = {
  ...{ numeric: 'number', float8: 'number', float4: 'real', money: null },
  ...{ date: 'date', timestamp: 'moment', timestamptz: 'moment' },
  ...{ uuid: 'uuid', json: 'json', jsonb: 'json', tsvector: 'tsvector' },
}

const byCategory: Readonly<Record<string, ColumnKind>> = {
  ...{ N: 'integer', S: 'text', B: 'boolean' },
}

/** By the declared type: https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
export function sqliteKind(declaredType: string): ColumnKind {
  const type = declaredType.toLowerCase()
  if (type.includes('int')) return 'integer'
  if (/char|clob|text/.test(type)) return 'text'
  if (/real|floa|doub|^numeric|^decimal/.test(type)) return 'number'
  if (/^bool/.test(type)) return 'boolean'
  if (type === 'date') return 'date'
  return /^(datetime|timestamp)/.test(type) ? 'moment' : null
}
