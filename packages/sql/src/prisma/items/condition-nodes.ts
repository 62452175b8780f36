import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  UnaryOperationNode,
  ValueNode,
} from 'kysely'
import { type Fragment, isAlways, type SelectStatement } from './statement.ts'
import { isWord, nameIn, type Token } from './tokens.ts'

/**
 * The condition of a statement for a query of the same table. What Kysely has nodes for becomes
 * these, so that such lists are counted and kept as if Kysely had made them; the rest stays the SQL
 * that Prisma wrote, with its values as parameters.
 */
export function conditionNode({ table, condition }: SelectStatement): OperationNode | null {
  if (condition === null) return null
  const { tokens, parameterOf } = condition

  const nodeOf = (part: readonly Token[]): OperationNode => {
    if (isEnclosed(part)) return nodeOf(part.slice(1, -1))
    if (hasOwnWord(part, /^(BETWEEN|CASE)$/i)) return ParensNode.create(raw(part))
    const any = split(part, 'OR')
    if (any.length > 1) return ParensNode.create(any.map(nodeOf).reduce(OrNode.create))
    const all = split(part, 'AND').filter((one) => !isAlways(one))
    if (all.length === 0) return raw(part)
    if (all.length > 1) return all.map(nodeOf).reduce(AndNode.create)
    const [only = part] = all
    const [first, ...rest] = only
    if (isWord(first, 'NOT') && rest.length > 0) {
      return UnaryOperationNode.create(OperatorNode.create('not'), parens(nodeOf(rest)))
    }
    return only.length < part.length ? nodeOf(only) : (comparison(part) ?? raw(part))
  }

  /** `"ticket"."owner_id" = $1`, and what is like it. */
  const comparison = (part: readonly Token[]): OperationNode | null => {
    const [column, rest] = columnAtStart(part)
    if (column === null) return null
    const texts = rest.map(({ kind, text }) => (kind === 'placeholder' ? '?' : text.toUpperCase()))
    const [value, ...more] = rest.filter(({ kind }) => kind === 'placeholder')
    const form = texts.join(' ')
    const compare = (operator: 'is' | 'is not' | 'in' | 'not in', right: OperationNode) =>
      BinaryOperationNode.create(column, OperatorNode.create(operator), right)
    if (form === 'IS NULL') return compare('is', ValueNode.createImmediate(null))
    if (form === 'IS NOT NULL') return compare('is not', ValueNode.createImmediate(null))
    if (value === undefined) return null
    if (/^(=|<>|<|<=|>|>=) \?$/.test(form)) {
      const operator = OperatorNode.create(texts[0] as '=')
      return BinaryOperationNode.create(column, operator, ValueNode.create(parameterOf(value)))
    }
    if (!/^(NOT )?IN \( \?( , \?)* \)$/.test(form)) return null
    const values = PrimitiveValueListNode.create([value, ...more].map(parameterOf))
    return compare(texts[0] === 'NOT' ? 'not in' : 'in', values)
  }

  const columnAtStart = (part: readonly Token[]): [ReferenceNode | null, readonly Token[]] => {
    const parts = table.schema === null ? [table.name] : [table.schema, table.name]
    const names = part.slice(0, 2 * parts.length + 1)
    const dots = names.filter((_, index) => index % 2 === 1)
    const named = names.filter((_, index) => index % 2 === 0)
    const isColumn =
      named.length === parts.length + 1 &&
      named.every(({ kind }) => kind === 'name') &&
      dots.every(({ text }) => text === '.') &&
      parts.every((name, index) => nameIn(named[index] as Token) === name)
    if (!isColumn) return [null, part]
    const column = ColumnNode.create(nameIn(named.at(-1) as Token))
    return [ReferenceNode.create(column), part.slice(names.length)]
  }

  const raw = (part: readonly Token[]) => rawNode({ tokens: part, parameterOf })

  return nodeOf(tokens)
}

/** The SQL of a part of a statement. */
export function rawNode({ tokens, parameterOf }: Fragment): RawNode {
  const texts: string[] = ['']
  const values: OperationNode[] = []
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const hasGap = before !== undefined && before.start + before.text.length < token.start
    const isValue = token.kind === 'placeholder'
    texts.push(`${texts.pop()}${hasGap ? ' ' : ''}${isValue ? '' : token.text}`)
    if (!isValue) continue
    values.push(ValueNode.create(parameterOf(token)))
    texts.push('')
  }
  return RawNode.create(texts, values)
}

const parens = (node: OperationNode): OperationNode =>
  ParensNode.is(node) ? node : ParensNode.create(node)

/** Whether one pair of parentheses is around the whole part. */
function isEnclosed(part: readonly Token[]): boolean {
  const [first] = part
  const last = part.at(-1)
  if (first?.text !== '(' || last?.text !== ')' || first.kind !== 'other') return false
  return part.slice(1, -1).every(({ depth }) => depth > first.depth)
}

/** The parts between these words, in the parentheses of the part itself. */
function split(part: readonly Token[], word: 'AND' | 'OR'): Token[][] {
  const depth = depthOf(part)
  const parts: Token[][] = [[]]
  for (const token of part) {
    if (isWord(token, word) && token.depth === depth) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const hasOwnWord = (part: readonly Token[], words: RegExp): boolean =>
  part.some(
    ({ kind, text, depth }) => kind === 'word' && depth === depthOf(part) && words.test(text),
  )

const depthOf = (part: readonly Token[]): number => part[0]?.depth ?? 0
