import { requireCsrf } from '../../authentication/csrf/csrf.ts'
import type { SchemeDescription } from '../../authentication/scheme-description.ts'
import { ApiException } from '../../errors/api-exception.ts'
import {
  AuthenticationFailed,
  ContentTooLarge,
  NotAcceptable,
  NotAuthenticated,
  NotFound,
  ParseError,
  PermissionDenied,
  SuspiciousRequest,
  Throttled,
  UnsupportedMediaType,
  ValidationError,
} from '../../errors/exceptions.ts'
import type { Operation } from '../../http/operation.ts'
import type { Schema } from '../../http/schema.ts'
import { unsupportedEncoding } from '../../parsing/read-body.ts'
import { audienceOfAll } from '../../permissions/audience.ts'
import type { Audience } from '../../permissions/permission.ts'
import { jsonSchemaOf } from '../../validation/json-schema.ts'
import { validate } from '../../validation/validate.ts'
import { unknownParameter } from '../../views/generic/strict-query.ts'
import { unreadableValue } from '../../views/generic/unreadable-query.ts'
import { insufficientExample } from '../../views/steps/insufficient-credentials.ts'
import type { View } from '../../views/view.ts'
import { preconditionErrors } from '../conditional.ts'
import { type DocumentedError, exampleRequest } from './error-answer.ts'
import { idempotencyErrors } from './idempotent.ts'

/** One method of a view, as far as its errors depend on it. */
export interface DocumentedMethod {
  readonly view: View
  /** In upper case. */
  readonly method: string
  readonly operation: Operation
  /** Whether its path has parameters. */
  readonly namesItem: boolean
  /** Scheme and host of the example requests. */
  readonly origin: string
  /** The descriptions of the view's schemes; null for a scheme without one. */
  readonly schemes: readonly (SchemeDescription | null)[]
}

/** Every error that the method may raise, an example of each kind, in the order of the checks. */
export async function possibleErrors(documented: DocumentedMethod): Promise<DocumentedError[]> {
  const { view, operation, namesItem } = documented

  return [
    new SuspiciousRequest('The query has too many parameters.'),
    new NotAcceptable(),
    ...(await refusalsBySchemes(documented)),
    ...refusalsByPermissions(documented),
    ...(isLimited(documented) ? [new Throttled(30)] : []),
    // A format without a renderer is a 404, too.
    ...(namesItem || view.settings.URL_FORMAT_OVERRIDE !== null ? [new NotFound()] : []),
    ...(operation.isList ? refusalsOfQueries(view) : []),
    ...(operation.accepts ? await refusalsOfBodies(operation, operation.accepts, view) : []),
    ...idempotencyErrors(documented),
    ...preconditionErrors(documented),
    ...(operation.raises ?? []),
  ]
}

/** Who is allowed to use the method of the view. */
export const audienceOf = ({ view, method }: Pick<DocumentedMethod, 'view' | 'method'>): Audience =>
  audienceOfAll(view.permissions, method)

async function refusalsBySchemes(documented: DocumentedMethod): Promise<ApiException[]> {
  const { schemes, operation } = documented
  const raised = schemes.flatMap((scheme) =>
    scheme === null ? [new AuthenticationFailed()] : (scheme.raises ?? []),
  )
  const needsCsrfToken =
    operation.needsCsrfToken || schemes.some((scheme) => scheme?.needsCsrfToken)
  return needsCsrfToken ? [...raised, ...(await csrfRefusal(documented))] : raised
}

/**
 * The error of the CSRF check for a request without the token; none for a method that only reads.
 */
async function csrfRefusal({ view, method, origin }: DocumentedMethod): Promise<ApiException[]> {
  try {
    // Pages of the service itself send its origin.
    const request = exampleRequest(view, origin, { method, headers: { Origin: origin } })
    await requireCsrf(request, view)
    return []
  } catch (error) {
    if (error instanceof ApiException) return [error]
    throw error
  }
}

function refusalsByPermissions({ view, method, origin }: DocumentedMethod): ApiException[] {
  const audience = audienceOf({ view, method })
  if (audience === 'everybody') return []

  const unknown = view.authentication.length > 0 ? [new NotAuthenticated()] : []
  const refusing = view.permissions.filter((permission) => {
    const own = permission.audience?.(method) ?? 'unknown'
    return own === 'some-users' || own === 'unknown' || (own === 'users' && unknown.length === 0)
  })
  const request = exampleRequest(view, origin, { method })
  return [
    ...unknown,
    ...refusing.map(
      (permission) =>
        insufficientExample(permission, request, view) ??
        new PermissionDenied(permission.message, permission.code),
    ),
  ]
}

/**
 * The limits of the method by its throttles, in words; an empty string for one without a
 * description.
 */
export const limitsOf = ({ view, method }: Pick<DocumentedMethod, 'view' | 'method'>): string[] =>
  view.throttles.flatMap((throttle) => {
    const limit = throttle.describe ? throttle.describe(view, method) : ''
    return limit === null ? [] : [limit]
  })

function isLimited({ view, method, operation, schemes }: DocumentedMethod): boolean {
  const { address, username } = view.settings.FAILED_CREDENTIALS_RATES
  const countsFailures =
    operation.countsFailures || schemes.some((scheme) => scheme?.countsFailures)
  return (
    limitsOf({ view, method }).length > 0 ||
    (countsFailures && (address !== null || username !== null))
  )
}

function refusalsOfQueries(view: View): ApiException[] {
  const { pagination, filters, settings } = view
  const [parameter] = filters?.parameters ?? []
  return [
    ...(settings.STRICT_QUERY ? [new ValidationError({ unknown: [unknownParameter] })] : []),
    ...(parameter ? [new ValidationError({ [parameter.name]: [unreadableValue] })] : []),
    ...(pagination?.describe?.(view)?.raises ?? []),
  ]
}

async function refusalsOfBodies(
  { isPartial = false }: Operation,
  schema: Schema,
  view: View,
): Promise<ApiException[]> {
  const accepted = view.parsers.map(({ mediaType }) => mediaType).join(', ')
  const wrong = await wrongData(schema, isPartial, view)
  return [
    new ParseError(),
    wrong ?? new ValidationError(),
    new ContentTooLarge(),
    new UnsupportedMediaType('text/csv', undefined, undefined, { headers: { Accept: accepted } }),
    unsupportedEncoding('gzip'),
  ]
}

/** The errors of an empty object or, if that is valid, of an object full of nulls. */
async function wrongData(
  schema: Schema,
  partial: boolean,
  { settings }: View,
): Promise<ValidationError | null> {
  const options = {
    isForm: false,
    partial,
    nonFieldErrorsKey: settings.NON_FIELD_ERRORS_KEY,
    listErrorsAsDict: settings.LIST_SERIALIZER_ERRORS_AS_DICT,
  }
  const nulls = Object.keys(jsonSchemaOf(schema, 'input')?.properties ?? {}).map((field) => [
    field,
    null,
  ])
  for (const data of [{}, Object.fromEntries(nulls)]) {
    try {
      const checked = await validate(schema, data, options)
      if (!checked.valid) return checked.error
    } catch {
      // A custom check of the application may need more than data.
    }
  }
  return null
}
