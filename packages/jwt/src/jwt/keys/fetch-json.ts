import { textWithin } from 'turnpike/kit'

/** How documents of an issuer are fetched. */
export interface FetchJsonOptions {
  fetch: typeof globalThis.fetch
  /** Seconds for the whole answer. */
  timeoutSeconds: number
}

/** Sets of keys with certificates have some 20 KB. */
const maxBytes = 256 * 1024

/** The issuer has answered with something else than the document. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/**
 * The JSON at a URL.
 *
 * @throws UnexpectedAnswer when the answer is not JSON with status 200 of at most 256 KiB.
 *   Redirects are not followed: they could lead to keys of somebody else.
 * @throws Error when there is no answer in time.
 */
export async function fetchJson(
  url: string,
  { fetch, timeoutSeconds }: FetchJsonOptions,
): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new UnexpectedAnswer(`${url} answered with the status ${response.status}.`)
  }
  const text = await textWithin(response, maxBytes)
  if (text === null) throw new UnexpectedAnswer(`${url} answered with more than 256 KiB.`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UnexpectedAnswer(`${url} did not answer with JSON.`, { cause })
  }
}
