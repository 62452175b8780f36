import type { Condition } from 'turnpike'
import { driverCode } from '../outages.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import type { ComparedColumn } from './bound-values.ts'
import { comparedColumn, forgetKinds } from './column-kinds.ts'
import { narrowedQuery } from './narrowed-query.ts'
import { isUnreadableValue, unreadableValue } from './unreadable.ts'

/** A query of which it is known what its fields hold. */
export interface DescribedQuery {
  readonly listed: ListedQuery
  /** @throws ConfigurationError when the query does not have the field. */
  columnOf(field: string): Promise<ComparedColumn>
  /** The query with a condition. */
  narrow(condition: Condition): Promise<ListedQuery>
  /** The error to throw for one of reading the query with a condition. */
  refusal(condition: Condition, error: unknown): Promise<unknown>
}

/** @param textSearch the text search configuration. */
export function describedQuery(listed: ListedQuery, textSearch: string): DescribedQuery {
  const known = new Map<string, ComparedColumn>()

  const columnOf = async (field: string): Promise<ComparedColumn> => {
    const column = known.get(field) ?? (await comparedColumn(listed, field))
    known.set(field, column)
    return column
  }
  const narrow = (condition: Condition) => narrowedQuery(listed, condition, textSearch, columnOf)

  return {
    listed,
    columnOf,
    narrow,

    async refusal(condition, error) {
      // A migration may have changed a type.
      if (/^(22|42)/.test(driverCode(error) ?? '')) {
        known.clear()
        forgetKinds(listed.db)
      }
      return isUnreadableValue(error) ? unreadableValue(condition, error, narrow) : error
    },
  }
}
