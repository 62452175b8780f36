/** The result of a converter for a value that its schema does not allow. */
export const misfit: unique symbol = Symbol('misfit')

/** Where a value does not fit, and why. Values are not shown: they do not belong into a log. */
export class Mismatch {
  #path: readonly string[] = none
  #reason = ''

  /** @param expected what the schema wants, with its article: `a string`. */
  expected(expected: string, found: unknown): typeof misfit {
    return this.because(`expected ${expected}, found ${described(found)}`)
  }

  because(reason: string): typeof misfit {
    this.#path = none
    this.#reason = reason
    return misfit
  }

  /** Notes the field or index in which the mismatch was found, from the inside out. */
  inside(key: string | number): typeof misfit {
    this.#path = [typeof key === 'number' ? `[${key}]` : `.${key}`, ...this.#path]
    return misfit
  }

  /** `owner.name: expected a string, found null.` */
  toString(): string {
    const path = this.#path.join('').replace(/^\./, '')
    return `${path || 'the value'}: ${this.#reason}${this.#reason.endsWith('.') ? '' : '.'}`
  }
}

const none: readonly string[] = []

function described(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date) return 'a Date'
  if (typeof value === 'string') return `a string of ${value.length} characters`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
