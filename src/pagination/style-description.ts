import type { ApiException } from '../errors/api-exception.ts'
import { type CountPolicy, isCapped } from './count-policy.ts'
import type { PageSizeOptions } from './page-size.ts'
import type {
  JsonSchemaValue,
  PaginatedView,
  PaginationDescription,
  QueryParameter,
} from './pagination.ts'

/** What the documentation of the styles that come with Turnpike is made of. */
export interface StyleDescription {
  sizes: PageSizeOptions
  /** What the size is, for people: `Items per page`. */
  sizeIs: string
  /** All parameters, with that of the size where the client can choose one. */
  parameters(size: readonly QueryParameter[]): QueryParameter[]
  /** How the style counts; null: its pages have no count. */
  count: CountPolicy | null
  raises: readonly ApiException[]
}

/** The `describe` of a style: null where a view has no page size and its clients cannot choose. */
export const describedAs =
  ({ sizes, sizeIs, parameters, count, raises }: StyleDescription) =>
  (view: PaginatedView): PaginationDescription | null => {
    const { parameter, max, usual = view.settings.PAGE_SIZE } = sizes
    if (usual === null && parameter === null) return null

    const range = { min: 1, max, fallback: usual }
    return {
      parameters: parameters(parameter === null ? [] : [numberParameter(parameter, sizeIs, range)]),
      page: (results) => pageSchema(results, count),
      isOptional: usual === null,
      raises,
    }
  }

interface Range {
  min: number
  /** Null: any number. Larger ones are not refused, so the schema has no maximum. */
  max: number | null
  /** What counts without the parameter. Null: nothing does. */
  fallback: number | null
}

/** A parameter that is a whole number. */
export const numberParameter = (
  name: string,
  is: string,
  { min, max, fallback }: Range,
): QueryParameter => ({
  name,
  description: max === null ? `${is}.` : `${is}, at most ${max}.`,
  schema: { type: 'integer', minimum: min, ...(fallback !== null && { default: fallback }) },
})

/**
 * The body `{ next, previous, results }`, with a count in front where the style has a policy for
 * it.
 */
function pageSchema(results: JsonSchemaValue, policy: CountPolicy | null): JsonSchemaValue {
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

const link: JsonSchemaValue = { type: ['string', 'null'], format: 'uri' }
