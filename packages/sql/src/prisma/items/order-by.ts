import { ConfigurationError, type Ordering } from 'turnpike'
import { asWritten } from 'turnpike/kit'

/**
 * Prisma's `orderBy` as an ordering: `[{ created: 'desc' }, { id: 'asc' }]` → `['-created', 'id']`.
 *
 * @throws ConfigurationError for an order by relations, or with a place for nulls.
 */
export function orderingOf(orderBy: unknown, factory: string): Ordering {
  if (orderBy === undefined) return []
  const terms: readonly unknown[] = Array.isArray(orderBy) ? orderBy : [orderBy]
  return terms.flatMap((term) => {
    if (typeof term !== 'object' || term === null) throw refused(term, factory)
    return Object.entries(term).flatMap(([field, direction]) => {
      if (direction === undefined) return []
      if (direction === 'asc') return [field]
      if (direction === 'desc') return [`-${field}`]
      throw refused({ [field]: direction }, factory)
    })
  })
}

const refused = (term: unknown, factory: string) =>
  new ConfigurationError(
    `The orderBy of ${factory} has ${asWritten(term)}: write { field: 'asc' } or { field: 'desc' } ` +
      'for columns of the model. Nulls are where the database puts them, and relations have no ' +
      'place in the positions of a list.',
  )
