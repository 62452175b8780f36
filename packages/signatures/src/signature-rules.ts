import type { Rule } from 'turnpike/kit'
import { readComponent } from './component.ts'
import type { StructuredFields } from './component-value.ts'

export const components: Rule<readonly string[]> = {
  expected: "a list of components, such as ['@method', '@target-uri', 'content-type']",
  accepts: (value): value is readonly string[] =>
    Array.isArray(value) && value.every((name) => typeof name === 'string' && isComponent(name)),
}

export const label: Rule<string> = {
  expected: 'a label such as sig1: letters in lower case, digits, _, -, . and *',
  accepts: (value): value is string => typeof value === 'string' && isLabel(value),
}

/** Whether it is a key of a dictionary (RFC 9651 §3.1.2). */
const isLabel = (value: string): boolean => /^[a-z*][\w*.-]*$/.test(value) && !/[A-Z]/.test(value)

export const structuredFields: Rule<StructuredFields> = {
  expected: "an object with item, list or dictionary by field, such as { 'x-list': 'list' }",
  accepts: (value): value is StructuredFields =>
    Object.entries(Object(value)).every(
      ([name, type]) =>
        name === name.toLowerCase() && ['item', 'list', 'dictionary'].includes(String(type)),
    ),
}

function isComponent(name: string): boolean {
  try {
    readComponent(name)
    return true
  } catch {
    return false
  }
}
