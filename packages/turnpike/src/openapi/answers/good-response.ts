import type { Operation } from '../../http/operation.ts'
import { reasonPhrases } from '../../http/syntax/reason-phrases.ts'
import type { View } from '../../views/view.ts'
import type { Components } from '../components.ts'
import type { Naming } from '../names.ts'
import type { Schemas } from '../schemas.ts'
import type { HeaderObject, Reference, ResponseObject, SchemaObject } from '../types.ts'
import { documentedRenderers, isJson } from './error-answer.ts'

/** The successful response of an operation. */
export function goodResponse(
  view: View,
  operation: Operation,
  { schemaName }: Naming,
  { schemas, components }: { schemas: Schemas; components: Components },
): [status: string, response: ResponseObject] {
  const { status = 200, answers, isList = false, hasLocation = false } = operation
  const description = reasonPhrases[status] ?? (status === 204 ? 'No Content' : `Status ${status}`)
  if (status === 204 || status === 205 || status === 304) return [`${status}`, { description }]

  const name = isList ? `${schemaName}Item` : schemaName
  const item = answers ? schemas.reference(answers, 'output', name) : null
  const schema = isList ? listSchema(item, view, name, components) : item
  const content = documentedRenderers(view)
    .filter(({ isForErrors }) => !isForErrors)
    .map((renderer) => [renderer.mediaType, isJson(renderer) && schema !== null ? { schema } : {}])
  const headers = {
    ...(hasLocation && { Location: location(status < 300 ? created : redirected) }),
    ...(isList && pageHeaders(view)),
  }
  return [
    `${status}`,
    {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: Object.fromEntries(content),
    },
  ]
}

const pageHeaders = (view: View): Record<string, HeaderObject> =>
  Object.fromEntries(
    (view.pagination?.describe?.(view)?.headers ?? []).map(({ name, description, schema }) => [
      name,
      { description, required: false, schema },
    ]),
  )

/** The response of an operation that redirects instead. */
export const redirectResponse = (when: string): ResponseObject => ({
  description: when,
  headers: { Location: location(redirected) },
})

/** The meaning of `Location` depends on the status (RFC 9110 §10.2.2). */
const created = 'The URL of what was created.'
const redirected = 'The target of the redirect.'

const location = (description: string): HeaderObject => ({
  description,
  required: true,
  schema: { type: 'string', format: 'uri-reference' },
})

/**
 * A page, or the whole list without pagination; null for a style without a description of its
 * pages.
 */
function listSchema(
  item: Reference | null,
  view: View,
  name: string,
  components: Components,
): SchemaObject | null {
  const results: SchemaObject = { type: 'array', items: item ?? {} }
  if (view.pagination === null) return results
  if (view.pagination.describe === undefined) return null

  const description = view.pagination.describe(view)
  if (description === null) return results
  const itemName = item?.$ref.split('/').at(-1) ?? name
  const page = components.add('schemas', `${itemName}Page`, description.page(results))
  return description.isOptional ? { anyOf: [results, page] } : { ...page }
}
