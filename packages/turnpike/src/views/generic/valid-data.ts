import { mark } from '../../caching/mark.ts'
import { type ErrorDetail, ErrorMessage } from '../../errors/error-detail.ts'
import { ErrorResponse } from '../../errors/error-response.ts'
import { ValidationError } from '../../errors/exceptions.ts'
import { NonFieldError } from '../../errors/non-field-error.ts'
import { withoutStack } from '../../errors/without-stack.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Schema, ValidateOptions } from '../../http/schema.ts'
import { functionRule } from '../../rules/object.ts'
import type { Rule } from '../../rules/rule.ts'
import { inLanguageOf, nameLanguage } from '../answers/language.ts'
import type { View } from '../view.ts'

/** What a view's `validate` decides by. */
export interface ValidationContext<Item, Data, Request = ApiRequest> {
  /** What the schema made of the sent data. For PATCH only the fields that were sent. */
  readonly data: Data
  /** The item as it is stored; null for one that is added. */
  readonly item: Item
  readonly request: Request
}

/**
 * A check of data that the schema has accepted, by the stored item and the request. It may return
 * changed data.
 *
 * @throws ValidationError to refuse the data. Other errors are not errors of the data.
 */
export type Validate<Item, Data, Request = ApiRequest> = (
  context: ValidationContext<Item, Data, Request>,
  // biome-ignore lint/suspicious/noConfusingVoidType: the function may return nothing at all.
) => Data | undefined | void | Promise<Data | undefined | void>

export const validateFunction = functionRule<Validate<unknown, unknown>>(
  'a function of { data, item, request } that throws ValidationError for invalid data',
)

export const schemaOption: Rule<Schema<Record<never, never>>> = {
  expected: 'a schema, such as z.object({ title: charField() })',
  accepts: (value): value is Schema<Record<never, never>> =>
    Object(value)['~standard'] !== undefined,
}

/**
 * What the schema makes of the body. A refusal is returned, not raised, and so does not pass the
 * exception handler (spec, Errors, rule 6), unless the settings say otherwise.
 *
 * @param item the item that the data would change; null for a new one.
 * @throws ValidationError for invalid data with `RAISE_VALIDATION_ERRORS`.
 */
export async function readData<Data>(
  schema: Schema<Data>,
  options: ValidateOptions,
  item: unknown,
  request: ApiRequest,
  view: View,
): Promise<{ readonly data: Data } | ErrorResponse> {
  const validated = await request.validate(schema, options)
  return validated.valid ? validated : refuse(validated.error, item, request, view)
}

/**
 * What the check of the view makes of data that the schema has accepted.
 *
 * @throws RefusedData for invalid data: the transaction is rolled back, if the check has written.
 */
export async function checkData<Item, Data>(
  check: Validate<Item, Data>,
  context: ValidationContext<Item, Data>,
  view: View,
): Promise<Data> {
  const { item, request } = context
  try {
    const changed = await check(context)
    return changed === undefined ? context.data : requireData(changed)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const known = byFields(error, view.settings.NON_FIELD_ERRORS_KEY)
    const response = refuse(known, item, request, view)
    throw withoutStack(() => new RefusedData(response))
  }
}

/** Ends a request with this response, which does not pass the exception handler. */
export class RefusedData extends Error {
  override readonly name = 'RefusedData'
  readonly response: ErrorResponse

  constructor(response: ErrorResponse) {
    super('The data were refused.')
    this.response = response
  }
}

/** False would otherwise pass for "valid". */
function requireData<Data>(changed: Data): Data {
  if (typeof changed === 'object' && changed !== null) return changed
  throw new TypeError(
    `validate returned ${String(changed)}: it returns data or nothing, and throws a ValidationError to refuse.`,
  )
}

const refusals = mark<object>()

/**
 * Whether the result of a handler is such a refusal, which is returned before anything is written.
 * Another `ErrorResponse` is one of the application, whose work is stored.
 */
export const isRefusal = (result: unknown): boolean =>
  result instanceof ErrorResponse && refusals.get(result) === true

const itemsOfErrors = mark<Error, unknown>()

/** The item that was not changed because of the error. Undefined: there is none. */
export const refusedItemOf = (error: unknown): unknown =>
  error instanceof ValidationError ? itemsOfErrors.get(error) : undefined

function refuse(
  error: ValidationError,
  item: unknown,
  request: ApiRequest,
  { settings }: View,
): ErrorResponse {
  if (settings.RAISE_VALIDATION_ERRORS) {
    if (item !== null) itemsOfErrors.set(error, item)
    throw error
  }
  const shown = inLanguageOf(request, error)
  const response = new ErrorResponse(shown)
  refusals.set(response, true)
  nameLanguage(response, shown, request)
  if (item !== null) response.item = item
  return response
}

/**
 * The error in the shape of those of a schema: lists of messages by field, and under the key those
 * that belong to no field. A class of the application keeps its shape.
 */
function byFields(error: ValidationError, key: string): ValidationError {
  if (error instanceof NonFieldError) return error.under(key)
  if (error.constructor !== ValidationError) return error
  const { errorDetail, headers } = error
  const detail = Array.isArray(errorDetail) ? { [key]: errorDetail } : listed(errorDetail)
  return withoutStack(() => new ValidationError(detail, undefined, { cause: error, headers }))
}

/** A single message of a field becomes a list of one. */
const listed = (detail: Exclude<ErrorDetail, ErrorDetail[]>): Record<string, ErrorDetail> =>
  Object.fromEntries(
    Object.entries(detail).map(([field, own]) => [
      field,
      own instanceof ErrorMessage ? [own] : own,
    ]),
  )
