import type { Column } from '../inspect/schema.ts'
import type { Field, Model } from './project.ts'

/** The fields that are sent to clients. */
export const shownFields = ({ fields }: Model): readonly Field[] =>
  fields.filter(({ hidden }) => hidden === null)

/** The fields that clients send. */
export const sentFields = (model: Model): readonly Field[] =>
  shownFields(model).filter((field) => !field.column.isGenerated && !isMade(model, field))

/** Whether the key is 16 random bytes, which Django makes in its code. */
export const hasMadeKey = ({ key }: Model): boolean =>
  key.length === 1 && key[0]?.column.type.kind === 'uuid' && key[0].references === null

const isMade = (model: Model, field: Field): boolean => hasMadeKey(model) && field === model.key[0]

/** The columns that a new row needs, and that clients cannot send. */
export function lackingColumns(model: Model): readonly string[] {
  const sent = sentFields(model)
  return model.fields
    .filter((field) => isRequired(field.column) && !sent.includes(field) && !isMade(model, field))
    .map(({ column }) => column.name)
}

const isRequired = ({ isNullable, isGenerated, hasDefault }: Column): boolean =>
  !isNullable && !isGenerated && !hasDefault

/**
 * Whether clients may add, change and remove rows. A row that they cannot add is not removed
 * either: nobody could make it again.
 */
export const isWritten = (model: Model): boolean =>
  sentFields(model).length > 0 && lackingColumns(model).length === 0

/**
 * The texts that are blank unless they are sent. The columns have no default, because Django fills
 * them in its code.
 */
export const presetFields = (model: Model): readonly Field[] =>
  sentFields(model).filter(({ column, isBlankSeen }) => isBlankSeen && isPreset(column))

const isPreset = ({ type, isNullable, hasDefault }: Column): boolean =>
  type.kind === 'text' && !isNullable && !hasDefault
