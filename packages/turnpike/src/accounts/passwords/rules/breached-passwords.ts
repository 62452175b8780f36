import { withoutPassword } from '../../../errors/url-without-password.ts'
import type { Logger } from '../../../http/logger.ts'
import { textWithin } from '../../../web/text-within.ts'

/** Milliseconds that the list has to answer: somebody waits for their form. */
const timeoutMs = 2000

/** Longest answer that is read. One with padding has some 100 KB. */
const maxBytes = 1_000_000

/**
 * Whether a password is in a list of breached ones. The list learns only the first five digits of
 * the SHA-1 digest, which some 2,000 breached passwords share, and answers with the rest of each:
 * `0018A45C4D1DEF81644B54AB7F969B88D65:3`, a line each, with how often it was seen.
 *
 * If the list cannot be asked, this is logged and the password passes: nobody can depend on
 * another service to change a password that has leaked.
 */
export async function isBreached(password: string, url: string, logger: Logger): Promise<boolean> {
  const digest = await sha1(password)
  try {
    const response = await fetch(`${url}${digest.slice(0, 5)}`, {
      // The list adds lines with the count 0, so that the length reveals nothing on the way.
      headers: { 'Add-Padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`It answered with ${response.status}.`)
    const lines = await textWithin(response, maxBytes)
    if (lines === null) throw new Error(`It answered with more than ${maxBytes} bytes.`)
    return hasDigest(lines, digest.slice(5))
  } catch (error) {
    const breachedUrl = withoutPassword(url)
    logger.warn({ breachedUrl, err: error }, 'The list of breached passwords could not be queried.')
    return false
  }
}

const hasDigest = (lines: string, rest: string): boolean =>
  lines.split('\n').some((line) => {
    const [digest = '', count = ''] = line.trim().split(':')
    return digest.toUpperCase() === rest && Number(count) > 0
  })

/** The digest in 40 hexadecimal digits, in upper case. */
async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
