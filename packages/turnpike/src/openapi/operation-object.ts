import type { Operation } from '../http/operation.ts'
import { deprecationText } from '../views/answers/deprecation.ts'
import type { View } from '../views/view.ts'
import { withCommonHeaders } from './answers/common-headers.ts'
import { errorResponses } from './answers/error-responses.ts'
import { goodResponse, redirectResponse } from './answers/good-response.ts'
import { withReplayed } from './answers/idempotent.ts'
import { possibleErrors } from './answers/possible-errors.ts'
import type { Components } from './components.ts'
import { notModifiedResponse, withValidators } from './conditional.ts'
import { invalidSchema } from './invalid-schema.ts'
import type { Naming } from './names.ts'
import { operationParameters } from './parameters.ts'
import type { Schemas } from './schemas.ts'
import { describeSchemes, securityOf } from './security.ts'
import type { OperationObject, Reference } from './types.ts'

/** Shared by the operations of a document. */
export interface DocumentParts {
  readonly components: Components
  readonly schemas: Schemas
  /** Scheme and host of the example requests. */
  readonly origin: string
}

/** One method of a view as an operation. */
export async function operationObject(
  view: View,
  method: string,
  naming: Naming,
  namesItem: boolean,
  { components, schemas, origin }: DocumentParts,
): Promise<OperationObject> {
  const operation = view.operations.get(method) ?? {}
  const described = describeSchemes(view, origin)
  const body = requestBody(view, method, operation, naming, { components, schemas })
  const parameters = operationParameters({ view, method, operation }, components)
  const invalid = operation.accepts
    ? invalidSchema(
        schemas.accepted(operation.accepts),
        view.settings.NON_FIELD_ERRORS_KEY,
        naming.schemaName,
        components,
      )
    : queryErrors(view, operation, naming, components)
  const documented = { view, method, operation, namesItem, origin, schemes: described }
  const errors = await possibleErrors(documented)
  const unmodified = notModifiedResponse(documented)
  const description = descriptionOf(view)
  const [status, good] = goodResponse(view, operation, naming, { components, schemas })
  const response = withReplayed(withValidators(good, documented), documented)

  return {
    operationId: naming.operationId,
    tags: [naming.tag],
    summary: operation.summary ?? naming.summary,
    ...(description !== '' && { description }),
    ...(view.deprecated !== null && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [status]: withCommonHeaders(response, Number(status), documented),
      ...(unmodified !== null && { 304: withCommonHeaders(unmodified, 304, documented) }),
      ...(operation.redirects !== undefined && {
        302: withCommonHeaders(redirectResponse(operation.redirects), 302, documented),
      }),
      ...(await errorResponses(errors, documented, components, invalid)),
    },
    security: securityOf(view, method, described, components),
  }
}

const descriptionOf = ({ description, deprecated }: View): string =>
  [description, deprecated === null ? '' : deprecationText(deprecated)].filter(Boolean).join('\n\n')

/** The schema of the response to an invalid query of a list. Null if it accepts any. */
const queryErrors = (
  { filters, settings }: View,
  { isList = false }: Operation,
  { schemaName }: Naming,
  components: Components,
): Reference | null => {
  if (!isList || (filters === null && !settings.STRICT_QUERY)) return null
  const parameters = filters?.parameters.map(({ name }) => [name, { type: 'string' }]) ?? []
  const accepted = { properties: Object.fromEntries(parameters) }
  return invalidSchema(accepted, settings.NON_FIELD_ERRORS_KEY, `${schemaName}Query`, components)
}

/** The body in each supported media type; anything for a write without a description. */
function requestBody(
  { parsers }: View,
  method: string,
  { accepts, isPartial = false }: Operation,
  { schemaName }: Naming,
  { components, schemas }: Pick<DocumentParts, 'components' | 'schemas'>,
): Reference | null {
  const mayHaveBody = ['POST', 'PUT', 'PATCH'].includes(method)
  if (parsers.length === 0 || (accepts === undefined && !mayHaveBody)) return null

  const name = isPartial ? `Partial${schemaName}` : schemaName
  const schema = accepts ? schemas.reference(accepts, 'input', name) : null
  const content = parsers.map(({ mediaType }) => [mediaType, schema === null ? {} : { schema }])
  const needed = accepts ? (schemas.accepted(accepts)?.required ?? []) : []
  return components.add('requestBodies', schema?.$ref.split('/').at(-1) ?? 'Anything', {
    required: needed.length > 0,
    content: Object.fromEntries(content),
  })
}
