/** SQL of conditions, which filters, searches and scopes make. */
import { type Condition, ConfigurationError } from 'turnpike'
import type { FieldCondition } from 'turnpike/kit'
import { allOf, anyOf, type Sql, sql } from '../sql.ts'
import { column, stored, type Table } from './columns.ts'

/** @throws UnknownField when the table has no such column. */
export function conditionSql(table: Table, condition: Condition): Sql {
  if ('all' in condition) return allOf(condition.all.map((part) => conditionSql(table, part)))
  if ('any' in condition) return anyOf(condition.any.map((part) => conditionSql(table, part)))
  if ('not' in condition) {
    const { text, values } = conditionSql(table, condition.not)
    // SQL's `not` is null where a field is null, but these items are meant, too.
    return sql(`coalesce(not (${text}), 1)`, ...values)
  }
  return partSql(column(table, condition.field), condition)
}

function partSql(name: string, part: FieldCondition): Sql {
  switch (part.operator) {
    case 'null':
      return sql(`${name} is null`)
    case 'in':
      return anyOf(part.value.map((value) => sql(`${name} = ?`, stored(part.field, value))))
    // Not by `like`, in whose patterns some characters have a meaning. `lower` knows ASCII letters.
    case 'contains':
      return sql(`instr(lower(${name}), lower(?)) > 0`, part.value)
    case 'startsWith':
      return sql(`instr(lower(${name}), lower(?)) = 1`, part.value)
    case 'equalsText':
      return sql(`lower(${name}) = lower(?)`, part.value)
    case 'fullText':
      throw new ConfigurationError(`The field ${part.field} has no full text search.`)
    default:
      return sql(`${name} ${part.operator} ?`, stored(part.field, part.value))
  }
}
