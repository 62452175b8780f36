import {
  ColumnNode,
  createQueryId,
  createSelectQueryBuilder,
  FromNode,
  IdentifierNode,
  type OperationNode,
  OrderByItemNode,
  OrderByNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  type SelectQueryNode,
  TableNode,
  WhereNode,
} from 'kysely'
import type { Ordering } from 'turnpike'
import { orderingTerm } from 'turnpike/kit'
import { type AnyDatabase, type AnyQuery, isSqlite } from '../../kysely/database.ts'
import { directionNode } from '../../kysely/queries/direction.ts'
import { conditionNode, rawNode } from './condition-nodes.ts'
import type { SelectStatement } from './statement.ts'

/** The schema of SQLite's own database. */
const mainSchema = 'main'

/**
 * A query of the keys of the rows that a statement of Prisma selects. Without other tables it is a
 * plain query of the model's table; otherwise the statement becomes a subquery.
 *
 * @param columns those of the key, and those that its rows have.
 * @param ordering by columns.
 */
export function keyedQuery(
  db: AnyDatabase,
  statement: SelectStatement,
  columns: { readonly keys: readonly string[]; readonly selected: readonly string[] },
  ordering: Ordering,
): AnyQuery {
  const { schema, name } = inDatabase(db, statement.table)
  const table = schema === null ? TableNode.create(name) : TableNode.createWithSchema(schema, name)
  const condition = statement.hasJoins
    ? inJoined(statement, columns.keys)
    : conditionNode(statement)
  const order = ordering.map((term) => {
    const { field, descending } = orderingTerm(term)
    return OrderByItemNode.create(columnNode(field), directionNode(descending))
  })
  const queryNode: SelectQueryNode = {
    kind: 'SelectQueryNode',
    from: FromNode.create([table]),
    selections: columns.selected.map((key) => SelectionNode.create(columnNode(key))),
    ...(order.length > 0 && { orderBy: OrderByNode.create(order) }),
    ...(condition !== null && { where: WhereNode.create(condition) }),
  }
  const executor = db.withoutPlugins().getExecutor()
  return createSelectQueryBuilder({ queryId: createQueryId(), queryNode, executor })
}

/** On SQLite the database has no schema, so that its counts can be kept. */
const inDatabase = (db: AnyDatabase, { schema, name }: SelectStatement['table']) => ({
  schema: isSqlite(db) && schema === mainSchema ? null : schema,
  name,
})

/** The table as Kysely names it: `public.ticket`. */
export function tableName(db: AnyDatabase, table: SelectStatement['table']): string {
  const { schema, name } = inDatabase(db, table)
  return schema === null ? name : `${schema}.${name}`
}

const columnNode = (name: string) => ReferenceNode.create(ColumnNode.create(name))

/** `("ticket"."id") in (select "ticket"."id" from ticket left join … where …)`. */
function inJoined(
  { table: { schema, name }, from, condition }: SelectStatement,
  keys: readonly string[],
): OperationNode {
  const table = schema === null ? [name] : [schema, name]
  const columns = list(keys.map((key) => identifier([...table, key])))
  const all = RawNode.create(['select ', ' from ', ''], [columns, rawNode(from)])
  const rows =
    condition === null ? all : RawNode.create(['', ' where ', ''], [all, rawNode(condition)])
  return RawNode.create(['(', ') in (', ')'], [columns, rows])
}

const list = (nodes: readonly OperationNode[]): RawNode =>
  RawNode.create(['', ...nodes.slice(1).map(() => ', '), ''], nodes)

const identifier = (names: readonly string[]): RawNode =>
  RawNode.create(
    ['', ...names.slice(1).map(() => '.'), ''],
    names.map((name) => IdentifierNode.create(name)),
  )
