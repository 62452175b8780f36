import {
  AndNode,
  BinaryOperationNode,
  CastNode,
  DataTypeNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  RawNode,
  ValueNode,
} from 'kysely'
import type { Condition, ConditionValue, FieldCondition } from 'turnpike'
import { inForm, notTrueForm } from '../queries/sqlite-forms.ts'
import {
  type BindValue,
  type BoundValue,
  bindForPostgres,
  bindForSqlite,
  type ComparedColumn,
} from './bound-values.ts'
import { matchesWords, refuseOnSqlite } from './full-text.ts'
import type { ColumnKind } from './kinds.ts'
import { always, combined, never } from './logic.ts'
import { asMomentTexts } from './moment-texts.ts'
import { type MatchText, matchOnPostgres, matchOnSqlite } from './text-match.ts'

/** A field of a condition, as it is written in the query. */
export interface ConditionTerm extends ComparedColumn {
  readonly term: OperationNode
}

/** How a database writes the conditions on one field. */
interface ConditionSql {
  readonly bind: BindValue
  readonly matchText: MatchText
  isIn(term: OperationNode, values: readonly BoundValue[]): OperationNode
  /** The condition with texts in place of its moments; absent or null if it has none. */
  asTexts?(condition: FieldCondition, column: ComparedColumn): Condition | null
  matchWords(term: ConditionTerm, text: string): OperationNode | null
}

/** The condition on the rows of a query. Its values are parameters. */
export function conditionSql(
  condition: Condition,
  database: ConditionSql,
  termOf: (field: string) => ConditionTerm,
): OperationNode {
  const partsOf = (parts: readonly Condition[]) =>
    parts.map((part) => conditionSql(part, database, termOf))
  if ('all' in condition) return combined(partsOf(condition.all), AndNode.create, always)
  if ('any' in condition) return combined(partsOf(condition.any), OrNode.create, never)
  if ('not' in condition) {
    return RawNode.create(notTrueForm, [conditionSql(condition.not, database, termOf)])
  }
  const column = termOf(condition.field)
  const texts = database.asTexts?.(condition, column) ?? null
  if (texts !== null) return conditionSql(texts, database, () => column)
  return fieldSql(condition, database, column) ?? never
}

/** Null if no row meets it. */
function fieldSql(
  condition: FieldCondition,
  database: ConditionSql,
  column: ConditionTerm,
): OperationNode | null {
  const { term } = column
  switch (condition.operator) {
    case 'null':
      return BinaryOperationNode.create(term, OperatorNode.create('is'), nullNode)
    case 'in': {
      const bound = condition.value.map((value) => database.bind(value, column))
      return database.isIn(
        term,
        bound.filter((value) => value !== null),
      )
    }
    case 'contains':
    case 'startsWith':
    case 'equalsText':
      return database.matchText(column, condition.operator, condition.value)
    case 'fullText':
      return database.matchWords(column, condition.value)
    default:
      return compared(term, condition.operator, condition.value, column, database.bind)
  }
}

function compared(
  term: OperationNode,
  operator: '=' | '<' | '<=' | '>' | '>=',
  value: ConditionValue,
  column: ComparedColumn,
  bind: BindValue,
): OperationNode | null {
  const bound = bind(value, column)
  return bound && BinaryOperationNode.create(term, OperatorNode.create(operator), placed(bound))
}

const nullNode = ValueNode.createImmediate(null)

const placed = ({ value, cast }: BoundValue): OperationNode => {
  const node = ValueNode.create(value)
  return cast === null ? node : CastNode.create(node, DataTypeNode.create(cast))
}

const anyOf = (parts: readonly OperationNode[]): OperationNode =>
  combined(parts, OrNode.create, never)

/** PostgreSQL, with one list as a parameter for each type. */
export const postgresConditions = (textSearch: string): ConditionSql => ({
  bind: bindForPostgres,
  matchText: matchOnPostgres,
  isIn(term, values) {
    const lists = [...Map.groupBy(values, ({ cast }) => cast)]
    return anyOf(lists.map(([cast, bound]) => isAnyOf(term, cast, bound)))
  },
  matchWords: ({ term, ...column }, text) => matchesWords(term, column, text, textSearch),
})

function isAnyOf(
  term: OperationNode,
  cast: BoundValue['cast'],
  bound: readonly BoundValue[],
): OperationNode {
  const list = ValueNode.create(bound.map(({ value }) => value))
  return cast === null
    ? RawNode.create(['', ' = any(', ')'], [term, list])
    : RawNode.create(['', ' = any(cast(', ` as ${cast}[]))`], [term, list])
}

/** SQLite, with the list as JSON, because it limits the number of parameters. */
export const sqliteConditions: ConditionSql = {
  bind: bindForSqlite,
  asTexts: (condition, { kind }) => (keepsTexts.has(kind) ? asMomentTexts(condition) : null),
  matchText: matchOnSqlite,
  isIn(term, values) {
    const { listed = [], single = [] } = Object.groupBy(values, ({ value }) =>
      isExactInJson(value) ? 'listed' : 'single',
    )
    const inList = RawNode.create(inForm, [term, ValueNode.create(jsonOf(listed))])
    const equal = single.map((bound) =>
      BinaryOperationNode.create(term, OperatorNode.create('='), placed(bound)),
    )
    return anyOf(listed.length > 0 ? [inList, ...equal] : equal)
  },
  matchWords({ field }) {
    throw refuseOnSqlite(field)
  },
}

/** The kinds of columns that keep moments as texts. */
const keepsTexts: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['text', 'moment', null])

/** SQLite rounds the last digits of fractions in JSON, and ends texts at a NUL character. */
const isExactInJson = (value: BoundValue['value']): boolean =>
  typeof value === 'string'
    ? !value.includes('\0')
    : typeof value === 'bigint' || Number.isSafeInteger(value)

const jsonOf = (values: readonly BoundValue[]): string =>
  `[${values.map(({ value }) => (typeof value === 'string' ? JSON.stringify(value) : `${value}`)).join()}]`
