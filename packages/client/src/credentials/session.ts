import { type Credentials, isFieldValue } from './credentials.ts'

export interface SessionOptions {
  /** The header field with the CSRF token. Default `X-CSRFToken`. */
  header?: string
  /** The exact name of its cookie. Default `__Host-csrftoken` or `csrftoken`. */
  cookie?: string
  /**
   * The path whose GET answers the token, such as `/login/`, for pages of another origin, which
   * cannot read the cookie. Default null.
   */
  path?: string | null
}

/** The session of a browser: cookies, and the CSRF token with methods that may write. */
export function session({
  header = 'X-CSRFToken',
  cookie,
  path = null,
}: SessionOptions = {}): Credentials {
  const names = cookie === undefined ? ['__Host-csrftoken', 'csrftoken'] : [cookie]
  let asked: Promise<string> | null = null

  const own: Credentials = {
    cookies: 'include',

    async apply(headers, { method, url, send }) {
      if (/^(GET|HEAD|OPTIONS)$/.test(method)) return
      // It changes at login, so it is read for each request.
      let value = url.origin === page.location?.origin ? inCookie(names) : undefined
      if (value === undefined && path !== null) {
        asked ??= send('GET', path, undefined, own)
          .orThrow()
          .then((body) => Object(body).csrf_token)
        value = await asked.catch((error) => {
          asked = null
          throw error
        })
      }
      if (isFieldValue(value)) headers.set(header, value)
      // None that can be sent.
      else asked = null
    },
    async renew(answer, sent) {
      if (answer.status !== 403 || !asked || !sent.has(header)) return false
      const isStale = /csrf/i.test(await answer.text())
      if (isStale) asked = null
      return isStale
    },
  }
  return own
}

/** The globals of a browser, which other runtimes lack. */
const page: { document?: { cookie: string }; location?: { origin: string } } = globalThis

function inCookie(names: readonly string[]): string | undefined {
  const pairs = page.document?.cookie.split('; ') ?? []
  for (const name of names) {
    const found = pairs.find((pair) => pair.startsWith(`${name}=`))
    if (found !== undefined) return found.slice(name.length + 1)
  }
  return undefined
}
