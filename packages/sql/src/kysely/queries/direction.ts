import { type OperationNode, RawNode } from 'kysely'

/** The direction of an ordering, as raw SQL like Kysely's. */
export const directionNode = (descending: boolean): RawNode =>
  RawNode.createWithSql(descending ? 'desc' : 'asc')

/** Whether the node is a direction written by Kysely, not SQL of the application. */
export const isDirection = (node: OperationNode): boolean => isAscending(node) || isDescending(node)

export const isDescending = (node: OperationNode | undefined): boolean => isSql(node, 'desc')

const isAscending = (node: OperationNode): boolean => isSql(node, 'asc')

const isSql = (node: OperationNode | undefined, sql: string): boolean =>
  node !== undefined &&
  RawNode.is(node) &&
  node.sqlFragments.length === 1 &&
  node.sqlFragments[0] === sql
