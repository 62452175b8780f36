import {
  type ApiException,
  type ApiExceptionOptions,
  Conflict,
  NonFieldError,
  TranslatableMessage,
  ValidationError,
} from 'turnpike'

/** Why the database rejects values. */
export type Reason = 'unique' | 'null' | 'reference' | 'unfit' | 'generated'

interface Words {
  readonly code: string
  /** The message of a field. */
  readonly field: TranslatableMessage
  /** The message if the field is unknown. */
  readonly all: TranslatableMessage
}

const wordsOf: Readonly<Record<Reason, Words>> = {
  unique: {
    code: 'unique',
    field: new TranslatableMessage('This field must be unique.'),
    all: new TranslatableMessage('These values must be unique.'),
  },
  null: {
    code: 'null',
    field: new TranslatableMessage('This field may not be null.'),
    all: new TranslatableMessage('A value may not be null.'),
  },
  reference: {
    code: 'does_not_exist',
    field: new TranslatableMessage('The referenced object does not exist.'),
    all: new TranslatableMessage('A referenced object does not exist.'),
  },
  unfit: {
    code: 'invalid',
    field: new TranslatableMessage('This value does not fit the field.'),
    all: new TranslatableMessage('A value does not fit its field.'),
  },
  generated: {
    code: 'read_only',
    field: new TranslatableMessage('This field is read-only.'),
    all: new TranslatableMessage('A value was sent for a read-only field.'),
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
    ? new TranslatableMessage('The fields {fields} must make a unique set.', {
        fields: fields.join(', '),
      })
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
