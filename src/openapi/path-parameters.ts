import { jsonSchemaOf } from '../validation/json-schema.ts'
import type { View } from '../views/view.ts'
import { propertiesOf } from './properties.ts'
import type { ParameterObject, SchemaObject } from './types.ts'

/**
 * The parameters of a path with the types of the fields that have their names in what the view
 * answers: `/notes/:id/` takes an integer where a note has one as its `id`. One with a pattern
 * stays a text.
 */
export function typedParameters(
  parameters: readonly ParameterObject[],
  view: View,
): ParameterObject[] {
  const fields = answeredFields(view)
  return parameters.map((parameter) => {
    const { type, format } = (fields[parameter.name] ?? {}) as SchemaObject
    const isPlain = type === 'integer' || type === 'number' || type === 'string'
    if (!isPlain || parameter.schema.pattern !== undefined) return parameter
    return { ...parameter, schema: { type, ...(format !== undefined && { format }) } }
  })
}

/** The fields of an item as the first operation shows it that says so. */
function answeredFields({ operations }: View): Readonly<Record<string, unknown>> {
  const answers = [...operations.values()].flatMap(({ answers }) => answers ?? [])
  return answers[0] === undefined ? {} : propertiesOf(jsonSchemaOf(answers[0], 'output'))
}
