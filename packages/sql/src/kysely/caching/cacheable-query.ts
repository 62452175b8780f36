import type { OperationNode } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { isDirection } from '../queries/direction.ts'
import { isOperatorSql } from '../queries/operator-sql.ts'
import { isSqliteForm } from '../queries/sqlite-forms.ts'

/** Parts of a query whose result depends only on the contents of the tables. */
const cacheableKinds: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'FromNode',
  'TableNode',
  'SchemableIdentifierNode',
  'IdentifierNode',
  'SelectionNode',
  'SelectAllNode',
  'AliasNode',
  'ReferenceNode',
  'ColumnNode',
  'WhereNode',
  'AndNode',
  'OrNode',
  'ParensNode',
  'BinaryOperationNode',
  'UnaryOperationNode',
  'OperatorNode',
  'ValueNode',
  'ValueListNode',
  'PrimitiveValueListNode',
  'OrderByNode',
  'OrderByItemNode',
])

/** Operators of SQLite itself. Others, such as `regexp`, call functions of the application. */
const cacheableOperators: ReadonlySet<string> = new Set(
  ['=', '==', '!=', '<>', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not', 'not'].concat([
    'like',
    'not like',
    'exists',
    'not exists',
  ]),
)

/**
 * The tables that a query reads if its result depends on nothing else. Null for any other query,
 * such as one with `where publish_at < datetime('now')`, whose result changes by itself.
 */
export const cacheableTables = memoizeByIdentity(
  (query: OperationNode): readonly string[] | null => {
    const tables: string[] = []
    return isCacheable(query, tables) ? tables : null
  },
)

function isCacheable(part: unknown, tables: string[]): boolean {
  if (Array.isArray(part)) return part.every((item) => isCacheable(item, tables))
  if (!isNode(part)) return true
  if (part.kind === 'RawNode') return isCacheableRaw(part, tables)
  if (!cacheableKinds.has(part.kind)) return false
  if (part.kind === 'OperatorNode') return cacheableOperators.has(part.operator as string)
  // It is one of those in `from`, or an alias of one.
  if (part.kind === 'ReferenceNode') return isCacheable(part.column, tables)
  if (part.kind === 'TableNode') {
    const { identifier, schema } = part.table as TableName
    tables.push(identifier.name)
    return schema === undefined
  }
  if (part.kind === 'ValueNode') return isPlainValue(part.value)
  if (part.kind === 'PrimitiveValueListNode') return (part.values as unknown[]).every(isPlainValue)
  return Object.values(part).every((child) => isCacheable(child, tables))
}

function isCacheableRaw(part: Node, tables: string[]): boolean {
  const raw = part as OperationNode
  const isKnown = isDirection(raw) || isSqliteForm(raw) || isOperatorSql(raw)
  return isKnown && isCacheable(part.parameters, tables)
}

/** Whether the value is immutable, unlike bytes, and exact in JSON. */
export const isPlainValue = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

interface TableName {
  readonly identifier: { readonly name: string }
  readonly schema?: unknown
}

interface Node {
  readonly kind: string
  readonly [property: string]: unknown
}

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'kind' in part
