import type { Call } from '../answer.ts'

/** Adds to requests what says who sends them. */
export interface Credentials {
  /** Sets header fields of a request, before it is sent. */
  apply(headers: Headers, context: CredentialContext): Promise<void> | void
  /**
   * Called with an answer of 401 or 403 and the header fields that were sent. True: there are
   * others now, send the request once more.
   */
  renew?(answer: Response, sent: Headers, context: CredentialContext): Promise<boolean>
  /** Which cookies `fetch` sends. Default those of `fetch`. */
  readonly cookies?: RequestCredentials
}

/** The parts of a request that credentials need. */
export interface CredentialContext {
  readonly method: string
  /** The address of the service. */
  readonly url: URL
  /** Sends a request to the service with these credentials. Null sends none. */
  send(method: string, path: string, body: unknown, as: Credentials | null): Call<unknown>
}

/** Whether it can be sent in a header field. */
export const isFieldValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[ -~]+$/.test(value)

const authorization = (value: string): Credentials => ({
  apply: (headers) => headers.set('Authorization', value),
})

/** `Authorization: Token 3d72…`, or with another keyword. */
export const token = (key: string, keyword = 'Token'): Credentials =>
  authorization(`${keyword} ${key}`)

/** `Authorization: Basic …`, in UTF-8. */
export const basic = (username: string, password: string): Credentials =>
  authorization(
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`,
  )

/** `Authorization: Api-Key tk_3f…`, or the key alone in a header field of its own: `X-Api-Key`. */
export const apiKey = (key: string, header?: string): Credentials =>
  header ? { apply: (headers) => headers.set(header, key) } : token(key, 'Api-Key')

/** `Authorization: Bearer …`. A function is asked before each request. */
export const bearer = (key: string | (() => string | Promise<string>)): Credentials => ({
  async apply(headers) {
    headers.set('Authorization', `Bearer ${typeof key === 'string' ? key : await key()}`)
  },
})
