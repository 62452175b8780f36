import { ConfigurationError } from '../errors/configuration-error.ts'
import type { CustomFilter } from '../filtering/custom.ts'
import type { Filter, FilterParameter } from '../filtering/filter.ts'
import { requireCondition } from '../items/conditions/require-condition.ts'
import { type JsonSchema, jsonSchemaOf } from '../validation/json-schema.ts'
import { partialSchema } from '../validation/partial.ts'
import { validate } from '../validation/validate.ts'

/**
 * A filter of an application, ready to read queries: its schema reads the values, as from a form.
 */
export function ownFilter(
  { parameters: schema, condition, isPure = false }: CustomFilter,
  place: string,
): Filter {
  // It throws for a schema that has no partial form.
  partialSchema(schema)
  const properties = Object.entries(jsonSchemaOf(schema, 'input')?.properties ?? {})
  if (properties.length === 0) {
    throw new ConfigurationError(
      `${place} has no parameters: name them in a z.object(), as in z.object({ near: charField() }).`,
    )
  }
  const parameters = properties.map(([name, found]) => parameterOf(name, found as JsonSchema))
  const lists = new Set(parameters.filter(isList).map(({ name }) => name))

  return {
    parameters,
    isPure,

    async condition(sent, request) {
      const own = parameters.flatMap(({ name }) => {
        const text = sent.get(name)
        if (text === undefined) return []
        return [[name, lists.has(name) ? text.split(',') : text] as const]
      })
      const validated = await validate(schema, Object.fromEntries(own), asQuery)
      if (!validated.valid) throw validated.error
      // A function that forgets to return would otherwise list everything.
      const made = await condition(validated.data as object, request)
      if (made !== null) requireCondition(made, `${place} returned what is no condition: it`)
      return made
    },
  }
}

const asQuery = {
  isForm: true,
  partial: true,
  nonFieldErrorsKey: 'non_field_errors',
  listErrorsAsDict: false,
}

function parameterOf(name: string, { description = '', ...schema }: JsonSchema): FilterParameter {
  return { name, description, schema }
}

const isList = ({ schema }: FilterParameter): boolean => schema.type === 'array'
