import type { ApiException } from '../errors/api-exception.ts'
import { type CountPolicy, isCapped } from './count-policy.ts'
import type { PageSizeOptions } from './page-size.ts'
import type {
  HeaderField,
  JsonSchemaValue,
  PaginatedView,
  PaginationDescription,
  QueryParameter,
} from './pagination.ts'

/** The documentation of a built-in style. */
export interface StyleDescription {
  sizes: PageSizeOptions
  /** The meaning of the size, for people: `Items per page`. */
  sizeIs: string
  /** All parameters, including that of the size if the client can choose it. */
  parameters(size: readonly QueryParameter[]): QueryParameter[]
  /** How the style counts; null: its pages have no count. */
  count: CountPolicy | null
  /** The schemas of the body's fields after `results`, by name. */
  info: JsonSchemaValue
  /** Whether answers have the field `Link`. */
  linkHeader: boolean
  raises: readonly ApiException[]
}

/** The `describe` of a style: null if a view has no page size and clients cannot choose one. */
export const describedAs =
  ({ sizes, sizeIs, parameters, count, info, linkHeader, raises }: StyleDescription) =>
  (view: PaginatedView): PaginationDescription | null => {
    const { parameter, max, usual = view.settings.PAGE_SIZE } = sizes
    if (usual === null && parameter === null) return null

    const range = { min: 1, max, fallback: usual }
    return {
      parameters: parameters(parameter === null ? [] : [numberParameter(parameter, sizeIs, range)]),
      page: (results) => pageSchema(results, count, info),
      ...(linkHeader && { headers: [linkField] }),
      isOptional: usual === null,
      raises,
    }
  }

interface Range {
  min: number
  /** Null: any number. Larger numbers are not rejected, so the schema has no maximum. */
  max: number | null
  /** The default. Null: none. */
  fallback: number | null
}

/** An integer parameter. */
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
 * The body `{ next, previous, results }`, preceded by a count if the style has a count policy, and
 * followed by the fields of `info`.
 */
function pageSchema(
  results: JsonSchemaValue,
  policy: CountPolicy | null,
  info: JsonSchemaValue,
): JsonSchemaValue {
  const properties = { ...countSchema(policy), next: link, previous: link, results, ...info }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function countSchema(policy: CountPolicy | null): JsonSchemaValue {
  if (policy === null) return {}
  if (policy === 'none')
    return { count: { type: 'null', description: 'This list is not counted.' } }

  const count = { type: 'integer', minimum: 0 }
  if (policy === 'exact') return { count }
  const description = 'Whether there are exactly as many items as `count`, '
  return isCapped(policy)
    ? {
        count,
        count_is: { enum: ['exact', 'at_least'], description: `${description}or at least.` },
      }
    : { count, count_is: { enum: ['exact', 'estimated'], description: `${description}or about.` } }
}

const linkField: HeaderField = {
  name: 'Link',
  description: 'Links to other pages (RFC 8288): `next`, `prev`, `first` and `last`.',
  schema: { type: 'string' },
}

const link: JsonSchemaValue = { type: ['string', 'null'], format: 'uri' }
