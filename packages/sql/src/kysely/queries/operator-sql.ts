import { type OperationNode, RawNode } from 'kysely'

/*
 * Conditions that other libraries write: raw SQL whose columns and values are operands.
 */

/** Operators of SQLite itself. `regexp`, `match` and `glob` call functions of the application. */
const words: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'is',
  'null',
  'in',
  'like',
  'between',
  'true',
  'false',
])

const signs: ReadonlySet<string> = new Set(['=', '==', '!=', '<>', '<', '<=', '>', '>='])

/**
 * Whether the raw SQL consists of operands, operators, integers and parentheses, so that its result
 * depends only on its operands. Names, calls, subqueries and collations are none of these.
 */
export const isOperatorSql = (node: OperationNode): boolean =>
  RawNode.is(node) && node.parameters.every(isOperand) && hasOnlyOperators(node.sqlFragments)

/** A quoted name before a parenthesis would be a call. */
const isOperand = ({ kind }: OperationNode): boolean =>
  kind === 'ReferenceNode' || kind === 'ValueNode' || kind === 'RawNode'

function hasOnlyOperators(fragments: readonly string[]): boolean {
  /** Whether something that has a value is on the left. */
  let follows = false
  for (const [index, fragment] of fragments.entries()) {
    if (index > 0) {
      if (follows) return false
      follows = true
    }
    const tokens = tokensOf(fragment)
    if (tokens === null) return false
    for (const token of tokens) {
      const isValue = isInteger.test(token) || values.has(token)
      if (isValue || token === '(') {
        // `like (a, b)` and `"random" ()` are calls.
        if (follows) return false
        follows = isValue
      } else if (token === ')') {
        if (!follows) return false
      } else {
        // It precedes a value, or an operator: `a not in (b)`.
        if (token === 'not') continue
        if (!follows) return false
        follows = false
      }
    }
  }
  return true
}

const isInteger = /^\d{1,15}$/

const values: ReadonlySet<string> = new Set(['null', 'true', 'false'])

/** Null if there is something else. */
function tokensOf(fragment: string): readonly string[] | null {
  const tokens = fragment.toLowerCase().match(/\w+|[=<>!]+|[(),]|\S/g) ?? []
  const isKnown = (token: string) =>
    words.has(token) || signs.has(token) || isInteger.test(token) || '(),'.includes(token)
  return tokens.every(isKnown) ? tokens : null
}
