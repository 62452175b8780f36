import { ExpressionWrapper, type OperationNode, type SqlBool } from 'kysely'
import type { Condition } from 'turnpike'
import { fieldsOf } from 'turnpike/kit'
import { type AnyRow, isSqlite } from '../database.ts'
import type { ListedQuery, Narrowing } from '../queries/listed-query.ts'
import { plainQuery } from '../queries/open-query.ts'
import type { ComparedColumn } from './bound-values.ts'
import { conditionSql, postgresConditions, sqliteConditions } from './condition-sql.ts'

/**
 * The query with those of its rows that meet the condition. A query of plain columns gets the
 * condition itself; any other one as a subquery, whose columns are the fields.
 *
 * @param columnOf what a field of the query holds.
 * @throws ConfigurationError when the query does not have a field of the condition.
 */
export async function narrowedQuery(
  listed: ListedQuery,
  condition: Condition,
  textSearch: string,
  columnOf: (field: string) => Promise<ComparedColumn>,
): Promise<ListedQuery> {
  const columns: ComparedColumn[] = []
  // One after the other: a transaction has one connection.
  for (const field of fieldsOf(condition)) columns.push(await columnOf(field))
  const database = isSqlite(listed.db) ? sqliteConditions : postgresConditions(textSearch)
  const narrowing: Narrowing = {
    fields: columns.map(({ field }) => listed.nodeOf(field)),
    condition: (terms) => {
      const byField = new Map(
        columns.map((column, index) => [
          column.field,
          { ...column, term: terms[index] as OperationNode },
        ]),
      )
      const termOf = (field: string) =>
        byField.get(field) as { term: OperationNode } & ComparedColumn
      return new ExpressionWrapper<AnyRow, AnyRow, SqlBool>(
        conditionSql(condition, database, termOf),
      )
    },
  }

  const plain = plainQuery(listed, narrowing.fields)
  if (plain === null) return { ...listed, narrowing }
  const { orderBy } = listed.tree
  const tree = plain.query.where(narrowing.condition(plain.terms)).toOperationNode()
  return { ...listed, tree: orderBy === undefined ? tree : { ...tree, orderBy } }
}
