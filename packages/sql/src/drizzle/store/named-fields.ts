import {
  type ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type ReturningNode,
  type RootOperationNode,
  SelectAllNode,
  type SelectionNode,
  type SelectQueryNode,
  type TableNode,
  type UnknownRow,
} from 'kysely'
import { mark } from 'turnpike/kit'
import type { ReadRow } from '../row-reader.ts'

/** A table of a Drizzle schema. */
export interface NamedTable {
  readonly node: TableNode
  /** The names of the columns by field. */
  readonly columns: ReadonlyMap<string, string>
  /** Selects all fields. */
  readonly selections: readonly SelectionNode[]
  readonly itemOf: ReadRow
}

/** Queries of one table use the fields of its schema, and return its items. */
export class NamedFields extends OperationNodeTransformer implements KyselyPlugin {
  readonly #table: NamedTable
  readonly #fields: ReadonlyMap<string, string>
  readonly #queries = mark<QueryId>()

  constructor(table: NamedTable) {
    super()
    this.#table = table
    this.#fields = new Map([...table.columns].map(([field, column]) => [column, field]))
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#queries.set(queryId, true)
    return this.transformNode(node, queryId)
  }

  async transformResult({
    result,
    queryId,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    // Others only ask for the names of columns.
    const read = this.#queries.get(queryId) ? this.#table.itemOf : this.#named
    return { ...result, rows: result.rows.map((row) => read(row) as UnknownRow) }
  }

  readonly #named: ReadRow = (row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [this.#fields.get(column) ?? column, value]),
    )

  protected override transformTable(): TableNode {
    return this.#table.node
  }

  protected override transformColumn(node: ColumnNode): ColumnNode {
    const name = this.#table.columns.get(node.column.name)
    return name === undefined ? node : { ...node, column: IdentifierNode.create(name) }
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    return this.#selectingFields(super.transformSelectQuery(node, id))
  }

  protected override transformReturning(node: ReturningNode, id?: QueryId): ReturningNode {
    return this.#selectingFields(super.transformReturning(node, id))
  }

  #selectingFields<Node extends Partial<Pick<ReturningNode, 'selections'>>>(node: Node): Node {
    const isAll = node.selections?.some(({ selection }) => SelectAllNode.is(selection))
    return isAll ? { ...node, selections: this.#table.selections } : node
  }
}
