import { type Condition, ConfigurationError, type Ordering } from 'turnpike'
import { orderingTerm, UnknownField, UnreadableValue } from 'turnpike/kit'
import type { Model } from '../models/model.ts'

/** The ordering by the columns of the fields. */
export const columnOrdering = (model: Model, ordering: Ordering): Ordering =>
  ordering.map((term) => {
    const { field, descending } = orderingTerm(term)
    const { column } = model.column(field, 'An ordering')
    return descending ? `-${column}` : column
  })

/** The condition on the columns of the fields. */
export function columnCondition(model: Model, condition: Condition): Condition {
  const map = (part: Condition): Condition => columnCondition(model, part)
  if ('all' in condition) return { all: condition.all.map(map) }
  if ('any' in condition) return { any: condition.any.map(map) }
  if ('not' in condition) return { not: map(condition.not) }
  return { ...condition, field: columnOfCondition(model, condition.field) }
}

function columnOfCondition(model: Model, field: string): string {
  try {
    return model.column(field, 'A condition on a list').column
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw new UnknownField(field, error.message)
  }
}

/** The error by the name of the field instead of the column. */
export function fieldError(model: Model, error: unknown): unknown {
  if (!(error instanceof UnreadableValue) || error.field === null) return error
  const column = model.columns.find((other) => other.column === error.field)
  return column === undefined ? error : new UnreadableValue(column.field, { cause: error.cause })
}
