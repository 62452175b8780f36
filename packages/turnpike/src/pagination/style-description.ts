import type { ApiException } from '../errors/api-exception.ts'
import { type CountPolicy, isCapped, showsMeaning } from './count-policy.ts'
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
  /** How the style may count, first the usual way. Empty if its pages have no count. */
  counts: readonly CountPolicy[]
  /** The schemas of the body's fields after `results`, by name. */
  info: JsonSchemaValue
  /** Whether answers have the field `Link`. */
  linkHeader: boolean
  raises: readonly ApiException[]
}

/** The `describe` of a style: null if a view has no page size and clients cannot choose one. */
export const describedAs =
  ({ sizes, sizeIs, parameters, counts, info, linkHeader, raises }: StyleDescription) =>
  (view: PaginatedView): PaginationDescription | null => {
    const { parameter, max, usual = view.settings.PAGE_SIZE } = sizes
    if (usual === null && parameter === null) return null

    const range = { min: 1, max, fallback: usual }
    return {
      parameters: parameters(parameter === null ? [] : [numberParameter(parameter, sizeIs, range)]),
      position: parameters([]).map(({ name }) => name),
      page: (results) => pageSchema(results, counts, info),
      ...(counts.length > 1 && { requestHeaders: [preferField(counts.slice(1))] }),
      headers: [...(linkHeader ? [linkField] : []), ...(counts.length > 1 ? [appliedField] : [])],
      isOptional: usual === null,
      raises,
    }
  }

interface Range {
  min: number
  /** Null means any number. Larger numbers are not rejected, so the schema has no maximum. */
  max: number | null
  /** The default. Null if there is none. */
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
 * The body `{ next, previous, results }`, preceded by a count if the style counts, and
 * followed by the fields of `info`.
 */
function pageSchema(
  results: JsonSchemaValue,
  counts: readonly CountPolicy[],
  info: JsonSchemaValue,
): JsonSchemaValue {
  const properties = { ...countSchema(counts), next: link, previous: link, results, ...info }
  const isAlways = (name: string) => name !== 'count_is' || counts.every(showsMeaning)
  return { type: 'object', properties, required: Object.keys(properties).filter(isAlways) }
}

function countSchema(counts: readonly CountPolicy[]): JsonSchemaValue {
  if (counts.length === 0) return {}
  if (counts.every((policy) => policy === 'none'))
    return { count: { type: 'null', description: 'This list is not counted.' } }

  const type = counts.includes('none') ? ['integer', 'null'] : 'integer'
  const meanings = [
    ...(counts.some(isCapped) ? [{ is: 'at_least', words: 'or at least' }] : []),
    ...(counts.includes('estimated') ? [{ is: 'estimated', words: 'or about' }] : []),
  ]
  if (meanings.length === 0) return { count: { type, minimum: 0 } }
  const words = meanings.map((meaning) => meaning.words).join(', ')
  return {
    count: { type, minimum: 0 },
    count_is: {
      enum: ['exact', ...meanings.map(({ is }) => is)],
      description: `Whether there are exactly as many items as \`count\`, ${words}.`,
    },
  }
}

const preferField = (offered: readonly CountPolicy[]): HeaderField => ({
  name: 'Prefer',
  description: `How to count the list (RFC 7240): ${offered.map((one) => `\`count=${one}\``).join(', ')}.`,
  schema: { type: 'string' },
})

const appliedField: HeaderField = {
  name: 'Preference-Applied',
  description: 'The preference `count`, if it was applied (RFC 7240).',
  schema: { type: 'string' },
}

const linkField: HeaderField = {
  name: 'Link',
  description: 'Links to other pages (RFC 8288): `next`, `prev`, `first` and `last`.',
  schema: { type: 'string' },
}

const link: JsonSchemaValue = { type: ['string', 'null'], format: 'uri' }
