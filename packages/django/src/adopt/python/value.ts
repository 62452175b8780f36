/** A value of a Python literal. Tuples and sets are lists; a `timedelta` is its seconds. */
export type PythonValue =
  | null
  | boolean
  | number
  | string
  | readonly PythonValue[]
  | PythonDict
  | PythonDuration
  | PythonOpaque

/** A dictionary. Keys that are not texts are left out. */
export interface PythonDict {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<string, PythonValue>
}

/** A `datetime.timedelta`. */
export interface PythonDuration {
  readonly kind: 'duration'
  readonly seconds: number
}

/** Anything that is not a literal: `<function before at 0x7f2a>`, `Decimal('1')`. */
export interface PythonOpaque {
  readonly kind: 'opaque'
}

export const isDict = (value: PythonValue | undefined): value is PythonDict =>
  isOfKind(value, 'dict')

export const isDuration = (value: PythonValue | undefined): value is PythonDuration =>
  isOfKind(value, 'duration')

const isOfKind = (value: PythonValue | undefined, kind: string): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind

/** The texts of a list; other values in it are left out. Null if it is not a list. */
export const textsOf = (value: PythonValue | undefined): readonly string[] | null =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
