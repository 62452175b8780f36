import type * as core from 'zod/v4/core'
import type { Converter, Kind } from './converter.ts'
import { misfit } from './mismatch.ts'

export const arrayKind: Kind<core.$ZodArray> = (schema, compiler) => {
  const convert = compiler.converter(schema._zod.def.element)
  return (value, mismatch) => {
    if (!Array.isArray(value)) return mismatch.expected('a list', value)
    const sent: unknown[] = []
    for (let index = 0; index < value.length; index++) {
      const made = convert(value[index], mismatch)
      if (made === misfit) return mismatch.inside(index)
      sent.push(made)
    }
    return sent
  }
}

/** Items that may be left out at the end are left out. */
export const tupleKind: Kind<core.$ZodTuple> = (schema, compiler) => {
  const { items, rest } = schema._zod.def
  const converters = items.map((item) => compiler.converter(item))
  const other = rest && compiler.converter(rest)
  return (value, mismatch) => {
    if (!Array.isArray(value)) return mismatch.expected('a list', value)
    if (other === null && value.length > items.length) {
      return mismatch.expected(`a list of ${items.length}`, value)
    }
    const sent: unknown[] = []
    for (let index = 0; index < Math.max(items.length, value.length); index++) {
      const made = (converters[index] ?? (other as Converter))(value[index], mismatch)
      if (made === misfit) return mismatch.inside(index)
      sent.push(made)
    }
    while (sent.length > value.length && sent.at(-1) === undefined) sent.pop()
    return sent
  }
}
