import type { ApiException, ApiExceptionOptions } from '../../errors/api-exception.ts'
import { Conflict, ValidationError } from '../../errors/exceptions.ts'
import { NonFieldError } from '../../errors/non-field-error.ts'
import { Message } from '../../languages/message.ts'

/** Why the database rejects values. */
export type Reason = 'unique' | 'null' | 'reference' | 'unfit'

interface Words {
  readonly code: string
  /** The message of a field. */
  readonly field: Message
  /** The message if the field is unknown. */
  readonly all: Message
}

const wordsOf: Readonly<Record<Reason, Words>> = {
  unique: {
    code: 'unique',
    field: new Message('This field must be unique.'),
    all: new Message('These values must be unique.'),
  },
  null: {
    code: 'null',
    field: new Message('This field may not be null.'),
    all: new Message('A value may not be null.'),
  },
  reference: {
    code: 'does_not_exist',
    field: new Message('The referenced object does not exist.'),
    all: new Message('A referenced object does not exist.'),
  },
  unfit: {
    code: 'invalid',
    field: new Message('This value does not fit the field.'),
    all: new Message('A value does not fit its field.'),
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
  const message = isSet
    ? new Message('The fields {fields} must make a unique set.', { fields: fields.join(', ') })
    : field
  return new ValidationError(
    Object.fromEntries(fields.map((name) => [name, [message]])),
    code,
    options,
  )
}

/** 409: other rows, a check or a trigger forbid it. Messages of triggers are only logged. */
export const refuseConflict = (options?: ApiExceptionOptions): ApiException =>
  new Conflict(undefined, undefined, options)
