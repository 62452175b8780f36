import type { ApiException, ApiExceptionOptions } from '../../errors/api-exception.ts'
import { Conflict, ValidationError } from '../../errors/exceptions.ts'
import { NonFieldError } from '../../errors/non-field-error.ts'

/** Why the database rejects values. */
export type Reason = 'unique' | 'null' | 'reference' | 'unfit'

interface Words {
  readonly code: string
  /** The message of a field. */
  readonly field: string
  /** The message if the field is unknown. */
  readonly all: string
}

const wordsOf: Readonly<Record<Reason, Words>> = {
  unique: {
    code: 'unique',
    field: 'This field must be unique.',
    all: 'These values must be unique.',
  },
  null: {
    code: 'null',
    field: 'This field may not be null.',
    all: 'A value may not be null.',
  },
  reference: {
    code: 'does_not_exist',
    field: 'The referenced object does not exist.',
    all: 'A referenced object does not exist.',
  },
  unfit: {
    code: 'invalid',
    field: 'This value does not fit the field.',
    all: 'A value does not fit its field.',
  },
}

/** 400: the fields at fault for this reason; empty if unknown. */
export function refuseFields(
  reason: Reason,
  fields: readonly string[],
  options?: ApiExceptionOptions,
): ApiException {
  const { code, field, all } = wordsOf[reason]
  if (fields.length === 0) return new NonFieldError(all, code, options)

  const isSet = reason === 'unique' && fields.length > 1
  const text = isSet ? `The fields ${fields.join(', ')} must make a unique set.` : field
  return new ValidationError(
    Object.fromEntries(fields.map((name) => [name, [text]])),
    code,
    options,
  )
}

/** 409: other rows, a check or a trigger forbid it. Messages of triggers are only logged. */
export const refuseConflict = (options?: ApiExceptionOptions): ApiException =>
  new Conflict(undefined, undefined, options)
