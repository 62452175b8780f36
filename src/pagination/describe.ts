import { type CountPolicy, isCapped } from './count-policy.ts'
import type { JsonSchemaValue, QueryParameter } from './description.ts'
import type { PageSizeOptions } from './page-size.ts'
import type { PaginatedView } from './pagination.ts'

const link: JsonSchemaValue = { type: ['string', 'null'], format: 'uri' }

/**
 * The body `{ next, previous, results }`, with a count in front where the style has a policy for
 * it.
 */
export const pageSchema = (
  results: JsonSchemaValue,
  policy: CountPolicy | null,
): JsonSchemaValue => {
  const properties = { ...countSchema(policy), next: link, previous: link, results }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function countSchema(policy: CountPolicy | null): JsonSchemaValue {
  if (policy === null) return {}
  if (policy === 'none')
    return { count: { type: 'null', description: 'This list is not counted.' } }

  const count = { type: 'integer', minimum: 0 }
  if (policy === 'exact') return { count }
  const description = 'Whether there are as many items as `count`, '
  return isCapped(policy)
    ? {
        count,
        count_is: { enum: ['exact', 'at_least'], description: `${description}or at least.` },
      }
    : { count, count_is: { enum: ['exact', 'estimated'], description: `${description}or about.` } }
}

/** A whole number of the query; larger ones count as `max` where there is one. */
export const countParameter = (
  name: string,
  description: string,
  { minimum = 1, fallback }: { minimum?: number; fallback?: number | null } = {},
): QueryParameter => ({
  name,
  description,
  schema: { type: 'integer', minimum, ...(fallback != null && { default: fallback }) },
})

/** Whether a view's lists are paginated: always, when the client says so, or never. */
export function whenPaginated(
  { parameter, usual }: PageSizeOptions,
  view: PaginatedView,
): { readonly usual: number | null; readonly isOptional: boolean } | null {
  const size = (usual === undefined ? view.settings.PAGE_SIZE : usual) ?? null
  if (size === null && parameter === null) return null
  return { usual: size, isOptional: size === null }
}

/** `at most 100` in words, for the description of a size. */
export const boundOf = (max: number | null): string => (max === null ? '' : `, at most ${max}`)
