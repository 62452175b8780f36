import { createQueryId, type FromNode, sql, type TableNode } from 'kysely'
import { type AnyDatabase, hasPlugins } from '../database.ts'

/** A table as the database knows it. */
export interface TableName {
  readonly schema?: string | undefined
  readonly name: string
}

/** The table of this name, which plugins may write in another way. */
export function tableName(db: AnyDatabase, table: string): TableName {
  const node = db.selectFrom(table).select(sql`1`.as('one')).toOperationNode()
  const { from } = hasPlugins(db) ? db.getExecutor().transformQuery(node, createQueryId()) : node
  const [found] = (from as FromNode).froms
  const { schema, identifier } = (found as TableNode).table
  return { schema: schema?.name, name: identifier.name }
}

/** The name for SQL. */
export const tableReference = ({ schema, name }: TableName) =>
  schema === undefined ? sql.table(name) : sql`${sql.id(schema, name)}`

/** The name as `to_regclass` reads it. */
export const quoted = ({ schema, name }: TableName): string =>
  [schema, name]
    .filter((part) => part !== undefined)
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
