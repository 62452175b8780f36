import type { ApiException } from '../../errors/api-exception.ts'
import { IdempotencyKeyReused } from '../../errors/exceptions.ts'
import { answerNotKept, keyInUse } from '../../views/idempotency/answer-once.ts'
import { keyedMethods } from '../../views/idempotency/idempotency.ts'
import { malformedKey, missingKey } from '../../views/idempotency/key.ts'
import type { View } from '../../views/view.ts'
import type { HeaderObject, ParameterObject, ResponseObject } from '../types.ts'

/** One method of a view. */
export interface IdempotentMethod {
  readonly view: View
  /** In upper case. */
  readonly method: string
}

/** The header field with the key; none for a method that takes none. */
export function idempotencyParameters(documented: IdempotentMethod): ParameterObject[] {
  if (!takesKeys(documented)) return []
  const { idempotency, settings } = documented.view
  return [
    {
      name: settings.IDEMPOTENCY_HEADER,
      in: 'header',
      required: idempotency?.isRequired === true,
      description: 'A new key for each request, such as a UUID: a repeat gets the same answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ]
}

/** The errors of a method that takes keys. */
export function idempotencyErrors(documented: IdempotentMethod): ApiException[] {
  if (!takesKeys(documented)) return []
  const { idempotency, settings } = documented.view
  const field = settings.IDEMPOTENCY_HEADER
  return [
    ...(idempotency?.isRequired ? [missingKey(field)] : []),
    malformedKey(field),
    keyInUse(),
    answerNotKept(),
    new IdempotencyKeyReused(),
  ]
}

/** The response, with the field of an answer that is sent again. */
export const withReplayed = (
  response: ResponseObject,
  documented: IdempotentMethod,
): ResponseObject =>
  takesKeys(documented)
    ? { ...response, headers: { ...response.headers, 'Idempotency-Replayed': replayed } }
    : response

const takesKeys = ({ view, method }: IdempotentMethod): boolean =>
  view.idempotency !== null && keyedMethods.has(method)

const replayed: HeaderObject = {
  description: 'Present if it is the answer to an earlier request with the same key.',
  required: false,
  schema: { type: 'string', enum: ['true'] },
}
