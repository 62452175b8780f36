import {
  booleanField,
  charField,
  choiceField,
  dateTimeField,
  decimalField,
  emailField,
  integerField,
  listField,
} from 'turnpike'
import { z } from 'zod'
import { NotSupported } from './not-supported.ts'

/** The fields of an object and the rule on it as a whole. */
export interface FieldsDescription {
  fields: NamedField[]
  check?: Check
}

type NamedField = Field & { name: string }

interface Field {
  type: string
  /** Default true. */
  required?: boolean
  /** Default false. */
  allow_null?: boolean
  allow_blank?: boolean
  min_length?: number
  max_length?: number
  min_value?: number
  max_value?: number
  max_digits?: number
  decimal_places?: number
  choices?: [string, ...string[]]
  child?: Field
  allow_empty?: boolean
  fields?: NamedField[]
  check?: Check
  many?: boolean
}

/** `different` fails when a equals b, `ascending` when a is not below b. */
interface Check {
  rule: 'different' | 'ascending'
  fields: [string, string]
  message: string
  /** Default `invalid`. */
  code?: string
  /** The field that is blamed. Absent: none. */
  field?: string
}

/** The schema of an object. Its check runs when all fields are good. */
export function objectSchema({ fields, check }: FieldsDescription): z.ZodType {
  const object = z.object(
    Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
  )
  if (check === undefined) return object

  const typeOf = new Map(fields.map(({ name, type }) => [name, type]))
  return object.refine(
    (data) => {
      const [one, other] = check.fields.map((name) => ordered(data[name], typeOf.get(name)))
      return check.rule === 'different' ? one !== other : (one ?? 0) < (other ?? 0)
    },
    {
      message: check.message,
      params: { code: check.code ?? 'invalid' },
      ...(check.field !== undefined && { path: [check.field] }),
    },
  )
}

function fieldSchema(field: Field): z.ZodType {
  const schema = typeSchema(field)
  const nullable = field.allow_null === true ? schema.nullable() : schema
  return field.required === false ? nullable.optional() : nullable
}

function typeSchema(field: Field): z.ZodType {
  const {
    min_length: minLength,
    max_length: maxLength,
    min_value: minValue,
    max_value: maxValue,
  } = field
  switch (field.type) {
    case 'char':
      return charField(given({ minLength, maxLength, allowBlank: field.allow_blank }))
    case 'integer':
      return integerField(given({ minValue, maxValue }))
    case 'decimal':
      return decimalField({
        maxDigits: field.max_digits ?? Number.MAX_SAFE_INTEGER,
        decimalPlaces: field.decimal_places ?? 0,
      })
    case 'boolean':
      return booleanField()
    case 'email':
      return emailField(given({ maxLength }))
    case 'date-time':
      return dateTimeField()
    case 'choice':
      return choiceField(field.choices ?? [''])
    case 'list':
      return listField(
        fieldSchema(field.child ?? { type: 'char' }),
        given({ minLength, maxLength, allowEmpty: field.allow_empty }),
      )
    case 'nested': {
      const { fields = [], check } = field
      const object = objectSchema({ fields, ...(check !== undefined && { check }) })
      return field.many === true
        ? listField(object, given({ minLength, maxLength, allowEmpty: field.allow_empty }))
        : object
    }
    default:
      throw new NotSupported(`The field type ${field.type}`)
  }
}

/** The options that a field has. */
const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: NonNullable<Options[Name]>
  }

/** The value as something that compares as its type does: decimals are texts in JSON. */
function ordered(value: unknown, type: string | undefined): number | string | undefined {
  if (type === 'decimal') return Number(value)
  if (type === 'date-time') return String(value).replace(/:(\d\d)Z$/, ':$1.000000Z')
  return value as number | string | undefined
}
