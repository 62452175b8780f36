/**
 * Something that the deployer or developer configured cannot be used. The message says what to
 * change.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * A value as written in code, for messages. Strings are quoted, so that `"20"` is not mistaken for
 * a number.
 */
export const asWritten = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)
