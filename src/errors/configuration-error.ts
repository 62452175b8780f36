/** What the deployer or the developer has set cannot be used. The message says what to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * A value as it is written in code, for messages: a text is quoted, so that `"20"` is not taken for
 * a number.
 */
export const asWritten = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)
