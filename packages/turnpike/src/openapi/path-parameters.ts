import { jsonSchemaOf } from '../validation/json-schema.ts'
import { nestingOf } from '../views/generic/parent.ts'
import type { View } from '../views/view.ts'
import { propertiesOf } from './properties.ts'
import type { ParameterObject, SchemaObject } from './types.ts'

/**
 * The parameters of a path, with the types of the fields of the same name in the view's items:
 * `/notes/:id/` takes an integer if the `id` of a note is one. That of a parent has the type of the
 * field that refers to it. A parameter with a pattern stays a string.
 */
export function typedParameters(
  parameters: readonly ParameterObject[],
  view: View,
): ParameterObject[] {
  const fields = answeredFields(view)
  const references = referencesOf(view)
  return parameters.map((parameter) => {
    const field = references.get(parameter.name) ?? parameter.name
    const { type, format } = (fields[field] ?? {}) as SchemaObject
    const isPlain = type === 'integer' || type === 'number' || type === 'string'
    if (!isPlain || parameter.schema.pattern !== undefined) return parameter
    return { ...parameter, schema: { type, ...(format !== undefined && { format }) } }
  })
}

/** The fields that refer to the parent, by the parameters of its key. */
function referencesOf(view: View): ReadonlyMap<string, string> {
  const { parameters, fields } = nestingOf(view)?.declaration ?? { parameters: [], fields: [] }
  return new Map(parameters.map((name, index) => [name, fields[index] as string]))
}

/** The fields of an item, from the first operation that describes it. */
function answeredFields({ operations }: View): Readonly<Record<string, unknown>> {
  const answers = [...operations.values()].flatMap(({ answers }) => answers ?? [])
  return answers[0] === undefined ? {} : propertiesOf(jsonSchemaOf(answers[0], 'output'))
}
