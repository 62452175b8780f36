import type * as core from 'zod/v4/core'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { isListOfObjects, isObjectSchema } from './shape.ts'
import { isOf } from './zod/is-of.ts'
import { unwrap } from './zod/unwrap.ts'

/** `object`: an object or a list of objects, which a form cannot express. */
export type Kind = 'boolean' | 'number' | 'list' | 'object' | 'other'

/** The facts of a field that are needed to read it from a form. */
export interface FormField {
  readonly kind: Kind
  /** The kind of a list's items; `other` when it is not a list. */
  readonly itemKind: Kind
  readonly isRequired: boolean
  readonly allowsNull: boolean
  /** Whether an empty string is valid. */
  readonly allowsBlank: boolean
}

/** The fields of an object schema by name; null for any other schema. */
export const formFields = memoizeByIdentity(
  (schema: core.$ZodType): ReadonlyMap<string, FormField> | null => {
    const { inner } = unwrap(schema)
    return isOf(inner, '$ZodObject') ? describeAll(inner._zod.def.shape) : null
  },
)

const describeAll = (shape: Readonly<Record<string, core.$ZodType>>) =>
  new Map(Object.entries(shape).map(([name, field]) => [name, describe(field)]))

function describe(schema: core.$ZodType): FormField {
  const { inner, allowsNull } = unwrap(schema)
  return {
    kind: kindOf(inner),
    itemKind: isOf(inner, '$ZodArray') ? kindOf(unwrap(inner._zod.def.element).inner) : 'other',
    isRequired: schema._zod.optin === undefined,
    allowsNull,
    allowsBlank: allowsBlank(inner),
  }
}

function kindOf(schema: core.$ZodType): Kind {
  if (isObjectSchema(schema) || isListOfObjects(schema)) return 'object'
  switch (schema._zod.def.type) {
    case 'boolean':
    case 'number':
      return schema._zod.def.type
    case 'array':
    case 'tuple':
    case 'set':
      return 'list'
    default:
      return 'other'
  }
}

/** A string without a minimum length or format, or a choice with an empty option. */
function allowsBlank(schema: core.$ZodType): boolean {
  if (!isOf(schema, '$ZodString')) return schema._zod.values?.has('') ?? false
  const checks = schema._zod.def.checks ?? []
  return (
    !isOf(schema, '$ZodStringFormat') &&
    !checks.some(({ _zod }) => refusingBlank.has(_zod.def.check))
  )
}

const refusingBlank: ReadonlySet<string> = new Set(['min_length', 'length_equals', 'string_format'])
