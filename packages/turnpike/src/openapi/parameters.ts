import type { QueryParameter } from '../pagination/pagination.ts'
import type { View } from '../views/view.ts'
import { documentedRenderers } from './answers/error-answer.ts'
import { idempotencyParameters } from './answers/idempotent.ts'
import type { Components } from './components.ts'
import { type ConditionalMethod, preconditionParameters } from './conditional.ts'
import type { ParameterObject, Reference } from './types.ts'

/** The parameters of an operation, except those of its path. */
export function operationParameters(
  documented: ConditionalMethod & { readonly view: View },
  components: Components,
): Reference[] {
  const { view, operation } = documented
  const ofView = operation.isList
    ? [
        ...pageParameters(view),
        ...pageHeaders(view),
        ...orderingParameter(view),
        ...filterParameters(view),
        ...formatParameter(view),
      ]
    : formatParameter(view)
  const found = [
    ...ofView,
    ...idempotencyParameters(documented),
    ...preconditionParameters(documented),
  ]
  return found.map((parameter) => components.add('parameters', parameter.name, parameter))
}

const pageParameters = (view: View): ParameterObject[] =>
  (view.pagination?.describe?.(view)?.parameters ?? []).map(inQuery)

const pageHeaders = (view: View): ParameterObject[] =>
  (view.pagination?.describe?.(view)?.requestHeaders ?? []).map((field) => ({
    ...field,
    in: 'header',
    required: false,
  }))

const inQuery = (parameter: QueryParameter): ParameterObject => ({
  ...parameter,
  in: 'query',
  required: false,
})

function orderingParameter({ orderingFilter, settings }: View): ParameterObject[] {
  if (orderingFilter === null || orderingFilter.fields.length === 0) return []
  const choices = orderingFilter.fields.flatMap((field) => [field, `-${field}`])
  return [
    {
      name: settings.ORDERING_PARAM,
      in: 'query',
      required: false,
      description: 'Fields by which to order the list, with `-` for descending.',
      schema: {
        type: 'array',
        items: { type: 'string', enum: choices },
        ...(orderingFilter.default !== undefined && { default: [...orderingFilter.default] }),
      },
      style: 'form',
      explode: false,
    },
  ]
}

/** The items of an array are separated by commas. */
const filterParameters = ({ filters }: View): ParameterObject[] =>
  (filters?.parameters ?? []).map(({ name, description, schema }) => ({
    name,
    in: 'query',
    required: false,
    ...(description !== '' && { description }),
    schema,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))

function formatParameter(view: View): ParameterObject[] {
  const name = view.settings.URL_FORMAT_OVERRIDE
  const usual = documentedRenderers(view).filter(({ isForErrors }) => !isForErrors)
  if (name === null || usual.length < 2) return []
  return [
    {
      name,
      in: 'query',
      required: false,
      description: 'Format of the response; it takes precedence over the Accept header.',
      schema: { type: 'string', enum: usual.map(({ format }) => format) },
    },
  ]
}
