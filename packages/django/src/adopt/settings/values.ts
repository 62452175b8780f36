import { isDuration, type PythonValue, textsOf } from '../python/value.ts'
import type { PlainValue } from './adopted.ts'

/** Reads the value of an option. Undefined if it is not a value of that kind. */
export type ReadValue = (value: PythonValue) => PlainValue | undefined

/** A duration, or a number of seconds. */
export function seconds(value: PythonValue): number | undefined {
  const number = isDuration(value) ? value.seconds : value
  return typeof number === 'number' && number >= 0 ? Math.round(number) : undefined
}

/** Accepts any text. */
export function text(value: PythonValue): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function texts(value: PythonValue): readonly string[] | undefined {
  const found = textsOf(value)
  return found !== null && found.length > 0 ? found : undefined
}

export function textOrTexts(value: PythonValue): PlainValue | undefined {
  return text(value) ?? texts(value)
}

export function trueOrFalse(value: PythonValue): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** Whether an option may have this value. @param require throws if not. */
export function isAccepted(
  require: (options: object) => unknown,
  option: string,
  value: PlainValue,
): boolean {
  try {
    require({ [option]: value })
    return true
  } catch {
    return false
  }
}
