import { isSame, shown } from './values.ts'

/** A store does something else than its interface promises. */
class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
  readonly actual: unknown
  readonly expected: unknown

  constructor(message: string, actual?: unknown, expected?: unknown) {
    super(message)
    this.actual = actual
    this.expected = expected
  }
}

/**
 * Requires that the value is the expected one.
 *
 * @param about what the value is: `the token of a revoked key`.
 * @throws BrokenPromise that names both.
 */
export function expectSame(actual: unknown, expected: unknown, about: string): void {
  if (isSame(actual, expected)) return
  const message = `Expected ${about} to be ${shown(expected)}, but it is ${shown(actual)}.`
  throw new BrokenPromise(message, actual, expected)
}

/** The same for two values that must differ. */
export function expectOther(actual: unknown, other: unknown, about: string): void {
  if (!isSame(actual, other)) return
  throw new BrokenPromise(`Expected ${about} not to be ${shown(other)}.`)
}

/** The same for some fields of an object; it may have others. */
export function expectFields(actual: unknown, expected: object, about: string): void {
  const fields = Object.keys(expected)
  const isObject = typeof actual === 'object' && actual !== null
  const found = isObject
    ? Object.fromEntries(fields.map((field) => [field, Reflect.get(actual, field)]))
    : actual
  expectSame(found, expected, about)
}

/** Requires that the condition holds. @param promise the whole sentence: `Two tokens differ.` */
export function expectThat(condition: boolean, promise: string): void {
  if (!condition) throw new BrokenPromise(`This does not hold: ${promise}`)
}

/** Narrows a value that must be there. @throws BrokenPromise when it is null or undefined. */
export function required<Value>(value: Value, about: string): NonNullable<Value> {
  if (value === null || value === undefined) {
    throw new BrokenPromise(`Expected ${about}, but there is ${shown(value)}.`)
  }
  return value
}

/** Requires that the work fails with an error of the class; absent: with any error. */
export async function expectFailure<E extends Error = Error>(
  work: Promise<unknown>,
  errorClass: (new (...args: never) => E) | null,
  about: string,
): Promise<E> {
  const expected = errorClass?.name ?? 'an error'
  let result: unknown
  try {
    result = await work
  } catch (error) {
    if (error instanceof (errorClass ?? Error)) return error as E
    throw new BrokenPromise(
      `Expected ${about} to fail with ${expected}, but it failed with ${error}.`,
    )
  }
  throw new BrokenPromise(
    `Expected ${about} to fail with ${expected}, but it gave ${shown(result)}.`,
  )
}
