import { memoizeByIdentity } from '../caching/memoize.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { Components } from './components.ts'
import { propertiesOf } from './properties.ts'
import type { Reference } from './types.ts'

/**
 * The schema of the response to invalid data: messages by field, and those of no field under
 * `nonFieldErrorsKey`. Fields that hold objects or lists have errors of that shape.
 */
export function invalidSchema(
  accepted: JsonSchema | null,
  nonFieldErrorsKey: string,
  name: string,
  components: Components,
): Reference {
  const detail = errorDetail(components)
  const messages = components.add('schemas', 'Messages', {
    type: 'array',
    description: 'The errors, a sentence each.',
    items: { type: 'string' },
    minItems: 1,
  })
  const fields = Object.entries(propertiesOf(accepted)).map(([field, schema]) => [
    field,
    isPlain(schema) ? messages : detail,
  ])
  if (fields.length === 0) return detail

  return components.add('schemas', `${name}Errors`, {
    type: 'object',
    properties: { ...Object.fromEntries(fields), [nonFieldErrorsKey]: messages },
    // Any type: with fields of another type, generated classes could not type both.
    additionalProperties: {},
    minProperties: 1,
  })
}

/**
 * Strings, and lists and objects of them, as deep as the data. Not recursive, because types
 * generated from a recursive schema do not compile.
 */
const errorDetail = memoizeByIdentity(
  (components: Components): Reference =>
    components.add('schemas', 'ErrorDetail', {
      description: 'Messages in the shape of the data.',
      anyOf: [
        { type: 'string' },
        { type: 'array', items: {} },
        { type: 'object', additionalProperties: {} },
      ],
    }),
)

/** Whether a value can be neither a list nor an object. */
function isPlain(schema: unknown): boolean {
  const { type } = schema as { type?: unknown }
  return ['string', 'number', 'integer', 'boolean'].includes(String(type))
}
