/** What a check sends. At most one of the bodies. */
export interface Sent {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  body?: BodyInit
  /** The address that it comes from. */
  from?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the body; null when it is empty. */
  readonly body: unknown
}

/** Sends to the API under this URL. */
export type Ask = (path: string, sent?: Sent) => Promise<Answer>

export const askAt =
  (url: string): Ask =>
  async (path, { method, headers = {}, json, form, body, from = '192.0.2.1' } = {}) => {
    const sentBody =
      json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : body
    const response = await fetch(`${url}${path}`, {
      method: method ?? (sentBody === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        // A proxy sends it, and on Workers the platform.
        'X-Forwarded-For': from,
        'CF-Connecting-IP': from,
        ...headers,
      },
      ...(sentBody !== undefined && { body: sentBody }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }

/** What the answer sets as cookies, by name. */
export const cookiesOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    headers.getSetCookie().map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return [name, value]
    }),
  )
