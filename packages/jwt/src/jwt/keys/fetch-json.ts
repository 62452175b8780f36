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
  try {
    return JSON.parse(await textOf(response, url))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new UnexpectedAnswer(`${url} did not answer with JSON.`, { cause })
  }
}

async function textOf(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UnexpectedAnswer(`${url} answered with more than 256 KiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
