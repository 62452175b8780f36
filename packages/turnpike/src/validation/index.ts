/** Validation: schemas for data from clients, and the messages when it is invalid. @module */

export { bigIntegerField } from './fields/big-integer.ts'
export { booleanField } from './fields/boolean.ts'
export { type CharFieldOptions, charField } from './fields/char.ts'
export { choiceField } from './fields/choice.ts'
export { dateTimeField } from './fields/date-time.ts'
export { type DecimalFieldOptions, decimalField } from './fields/decimal.ts'
export { type EmailFieldOptions, emailField } from './fields/email.ts'
export { type IntegerFieldOptions, integerField } from './fields/integer.ts'
export { type ListFieldOptions, listField } from './fields/list.ts'
export { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
export { partialSchema } from './partial.ts'
export { serializer } from './serializer/serializer.ts'
