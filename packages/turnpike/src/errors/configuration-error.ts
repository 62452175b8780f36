/** A configured value cannot be used. The message says what to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * A value as written in code, for messages. Strings are quoted, so that `"20"` is not mistaken for
 * a number; functions are shown by name. Long values are truncated.
 */
export function asWritten(value: unknown): string {
  const text = written(value, 0)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 120
/** Deepest nesting that is shown, which also ends cycles. */
const deepest = 2

function written(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return value.name || 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > deepest) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => written(item, depth + 1)).join(', ')}]`

  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([name, item]) => `${name}: ${written(item, depth + 1)}`).join(', ')} }`
}
