import type { JsonSchemaValue, QueryParameter } from './description.ts'
import type { PageSizeOptions } from './page-size.ts'
import type { PaginatedView } from './pagination.ts'

const link: JsonSchemaValue = { type: ['string', 'null'], format: 'uri' }

/** The body `{ next, previous, results }`, with `count` in front where the style counts. */
export const pageSchema = (results: JsonSchemaValue, isCounted: boolean): JsonSchemaValue => {
  const properties = {
    ...(isCounted && { count: { type: 'integer', minimum: 0 } }),
    next: link,
    previous: link,
    results,
  }
  return { type: 'object', properties, required: Object.keys(properties) }
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
