import {
  type CompiledQuery,
  type Expression,
  ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { type KeysetWindow, orderingTerm } from 'turnpike/kit'
import type { AnyQuery, AnyRow } from '../database.ts'
import { limited } from '../queries/limited.ts'
import type { ListedQuery, OpenQuery } from '../queries/listed-query.ts'
import { openQuery } from '../queries/open-query.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { settingsColumn } from './exact-texts.ts'
import type { PositionSql, ValueForm } from './position.ts'
import { type Condition, segmentsBeyond, type Term } from './segments.ts'

/** The common properties of windows with the same statements. */
export interface Shape extends Pick<KeysetWindow, 'ordering' | 'includesFrom' | 'backward'> {
  /** The forms of the position's values, null for NULL; null if there is no position. */
  readonly values: readonly (ValueForm | null)[] | null
  /** Whether to read the columns of the positions. */
  readonly withColumns: boolean
}

export const shapeOf = (
  { ordering, from, includesFrom, backward }: KeysetWindow,
  { formOf }: PositionSql,
  withColumns: boolean,
): Shape => ({
  ordering,
  includesFrom,
  backward,
  values: from?.map((text) => (text === null ? null : formOf(text))) ?? null,
  withColumns,
})

/** The statement of one segment, by the values of a position. */
type SegmentStatement = (
  values: readonly unknown[],
  limit: number,
  offset: number,
) => CompiledQuery<AnyRow>

interface SegmentStatements extends Pick<OpenQuery, 'restore'> {
  /** One for each segment. */
  readonly statements: readonly SegmentStatement[]
}

export function segmentStatements(
  listed: ListedQuery,
  positions: PositionSql,
  shape: Shape,
): SegmentStatements {
  const fields = shape.ordering.map((name) => listed.nodeOf(orderingTerm(name).field))
  const { query, terms, restore } = openQuery(listed, fields)
  const columns = terms.map((term) => new ExpressionWrapper<AnyRow, AnyRow, unknown>(term))
  const selected = shape.withColumns ? withPositions(query, columns, positions) : query
  const ordered = inReadingOrder(selected, columns, shape)

  const statements = segmentsOf(shape, positions).map((conditions): SegmentStatement => {
    const compared = comparedIn(conditions)
    const build = (limit: never, offset: never, ...places: never[]) => {
      const placeOf = (index: number) =>
        positions.place(
          places[compared.indexOf(index)],
          shape.values?.[index] ?? 'value',
          columns[index] as Expression<unknown>,
        )
      const narrowed = conditions.reduce(
        (query, condition) => query.where(toSql(condition, columns, positions, placeOf)),
        ordered,
      )
      return limited(listed.db, narrowed, limit, offset)
    }
    // Without columns of their own, positions are read from the server's texts.
    const statement = compileOnce<AnyRow>(compared.length + 2, build, {
      keepsTexts: !shape.withColumns,
    })
    return (values, limit, offset) =>
      statement(limit, offset, ...compared.map((index) => values[index]))
  })
  return { statements, restore }
}

/** The expression for each field of the ordering. */
type Columns = readonly Expression<unknown>[]

/** The indexes of the position's values used in the conditions. */
function comparedIn(conditions: readonly Condition[]): number[] {
  const compared = conditions.filter((condition) => !isNullTest(condition))
  return [...new Set(compared.flatMap(({ terms }) => terms.map(({ index }) => index)))]
}

const isNullTest = ({ operator }: Condition): boolean =>
  operator === 'is null' || operator === 'is not null'

const withPositions = (
  query: AnyQuery,
  columns: Columns,
  { write, settings }: PositionSql,
): AnyQuery => {
  const placed = query.select(
    columns.map((column, index) => write(column).as(positionColumn(index))),
  )
  return settings === null ? placed : placed.select(settings.as(settingsColumn))
}

const inReadingOrder = (
  query: AnyQuery,
  columns: Columns,
  { ordering, backward }: Shape,
): AnyQuery =>
  ordering.map(orderingTerm).reduce((ordered, { descending }, index) => {
    const column = columns[index] as Expression<unknown>
    return ordered.orderBy(column, descending === backward ? 'asc' : 'desc')
  }, query)

function segmentsOf(
  { ordering, values, includesFrom, backward }: Shape,
  { nullsAreSmallest, comparesRows }: PositionSql,
): Condition[][] {
  if (values === null) return [[]]

  const terms: Term[] = ordering.map((name, index) => {
    const { descending } = orderingTerm(name)
    const ascending = descending === backward
    return {
      index,
      ascending,
      nullsLast: ascending !== nullsAreSmallest,
      isNull: values[index] == null,
    }
  })
  return segmentsBeyond(terms, { includesPosition: includesFrom, comparesRows })
}

function toSql(
  condition: Condition,
  columns: Columns,
  { isNull, isNotNull }: PositionSql,
  placeOf: (index: number) => Expression<unknown>,
): RawBuilder<SqlBool> {
  const { terms, operator } = condition
  const fields = terms.map(({ index }) => columns[index] as Expression<unknown>)
  const first = fields[0] as Expression<unknown>
  if (operator === 'is null') return isNull(first)
  if (operator === 'is not null') return isNotNull(first)

  const left = terms.length === 1 ? sql`${first}` : sql`(${sql.join(fields)})`
  const values = terms.map(({ index }) => placeOf(index))
  const right = terms.length === 1 ? sql`${values[0]}` : sql`(${sql.join(values)})`
  return sql`${left} ${sql.raw(operator)} ${right}`
}

/**
 * The column of a position's value. Without capitals, underscores and digits, which plugins would
 * rename.
 */
export const positionColumn = (index: number): string => `turnpikeposition${'i'.repeat(index)}`
