import { memoizeByIdentity } from '../caching/memoize.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { Components } from './components.ts'
import { propertiesOf } from './properties.ts'
import type { Reference } from './types.ts'

/**
 * The schema of the answer to data that do not fit: messages by field, and those of no field under
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
    description: 'What is wrong, a sentence each.',
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
    // Of another type than the fields, and then generated classes have no type for both.
    additionalProperties: {},
    minProperties: 1,
  })
}

/**
 * Texts, lists and objects of them, as deep as the data. It does not refer to itself, because the
 * types that generators make of that do not compile.
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

/** Whether a value is no list, object or whatever may be one. */
function isPlain(schema: unknown): boolean {
  const { type } = schema as { type?: unknown }
  return ['string', 'number', 'integer', 'boolean'].includes(String(type))
}
