import { ConfigurationError } from '../errors/configuration-error.ts'
import { isFieldValue } from '../http/header-fields.ts'

/**
 * `text` as a quoted-string of a challenge (RFC 9110 §5.6.4).
 *
 * @throws ConfigurationError when it has a character that header fields cannot carry.
 */
export function quoted(text: string): string {
  if (!isFieldValue(text)) {
    throw new ConfigurationError(
      `The realm ${JSON.stringify(text)} cannot be sent in a header: use characters of ISO-8859-1, no control characters.`,
    )
  }
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
