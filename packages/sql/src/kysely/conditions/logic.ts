import {
  BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  ValueNode,
} from 'kysely'

const literal = ValueNode.createImmediate

/** A condition that no row meets. */
export const never: OperationNode = BinaryOperationNode.create(
  literal(1),
  OperatorNode.create('='),
  literal(0),
)

/** A condition that every row meets. */
export const always: OperationNode = BinaryOperationNode.create(
  literal(1),
  OperatorNode.create('='),
  literal(1),
)

/**
 * The parts with an operator between them, as a balanced tree: databases limit its depth.
 *
 * @param empty for no parts.
 */
export function combined(
  parts: readonly OperationNode[],
  create: (left: OperationNode, right: OperationNode) => OperationNode,
  empty: OperationNode,
): OperationNode {
  const [only] = parts
  if (only === undefined) return empty
  if (parts.length === 1) return only
  const half = Math.ceil(parts.length / 2)
  return ParensNode.create(
    create(
      combined(parts.slice(0, half), create, empty),
      combined(parts.slice(half), create, empty),
    ),
  )
}
