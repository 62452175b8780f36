/** What the deployer or the developer has set cannot be used. The message says what to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * A value as it is written in code, for messages: a text is quoted, so that `"20"` is not taken for
 * a number, and a function has its name. Long values are cut off.
 */
export function asWritten(value: unknown): string {
  const text = written(value, 0)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 120
/** Values within values within a value: deeper ones are left out, and with them cycles. */
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
