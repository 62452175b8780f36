import { type OperationNode, RawNode } from 'kysely'

/** How Kysely writes the direction of an order: as raw SQL. */
export const directionNode = (descending: boolean): RawNode =>
  RawNode.createWithSql(descending ? 'desc' : 'asc')

/** Whether the node is a direction that Kysely has written, and no SQL of the application's own. */
export const isDirection = (node: OperationNode): boolean => isAscending(node) || isDescending(node)

export const isDescending = (node: OperationNode | undefined): boolean => isSql(node, 'desc')

const isAscending = (node: OperationNode): boolean => isSql(node, 'asc')

const isSql = (node: OperationNode | undefined, sql: string): boolean =>
  node !== undefined &&
  RawNode.is(node) &&
  node.sqlFragments.length === 1 &&
  node.sqlFragments[0] === sql
