import { callOf, type Success, successOf } from './answer.ts'
import type { Credentials } from './credentials/credentials.ts'
import { ClientError, failed } from './errors.ts'
import { type RetryOptions, retryAfter, unlessAborted, wait } from './retry.ts'

/** Where a client sends its requests, and how. */
export interface Sender {
  readonly url: URL
  readonly credentials: Credentials | null
  readonly fetch: Fetch
  readonly headers: HeadersInit
  readonly retry: Required<RetryOptions>
  readonly idempotent: boolean
}

/** `fetch`, or what answers like it. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request, its waits and its iteration. */
  signal?: AbortSignal | null
  /** Further header fields. */
  headers?: HeadersInit
  /**
   * Whether a POST or PATCH gets an `Idempotency-Key`, so that it may be sent again when no answer
   * comes. For views with `idempotent`: others would carry it out twice. Default that of the
   * client.
   */
  idempotent?: boolean
  /** The `etag` of what was read: nothing is changed if it has changed since (`If-Match`). */
  ifMatch?: string | null
}

/**
 * Sends a request and reads its answer.
 *
 * @param path from the service's own path on, with its query: `/notes/?owner=2`.
 * @throws ClientError when it fails. TypeError for a stream, which could not be sent again.
 */
export async function send(
  sender: Sender,
  method: string,
  path: string,
  options: RequestOptions = {},
  body?: unknown,
): Promise<Success<unknown>> {
  const { url, credentials, fetch, retry } = sender
  const { signal, ifMatch, idempotent = sender.idempotent } = options
  const root = url.origin + url.pathname.replace(/\/$/, '')
  if (body instanceof ReadableStream) throw new TypeError('Send a Blob, not a stream.')
  const isPlain = isData(body)
  const key = idempotent && /^(POST|PATCH)$/.test(method) ? newKey() : null
  const context = {
    method,
    url,
    send: (method: string, path: string, body: unknown, as: Credentials | null) =>
      callOf(() => send({ ...sender, credentials: as }, method, path, {}, body)),
  }
  let isRenewed = false
  for (let attempt = 0; ; attempt++) {
    const headers = new Headers(sender.headers)
    if (!headers.has('Accept')) headers.set('Accept', 'application/json, application/problem+json')
    if (isPlain) headers.set('Content-Type', 'application/json')
    if (ifMatch) headers.set('If-Match', ifMatch)
    if (key) headers.set('Idempotency-Key', key)
    new Headers(options.headers).forEach((value, name) => {
      headers.set(name, value)
    })
    await unlessAborted(credentials?.apply(headers, context), signal)

    const sent = fetch(root + path, {
      method,
      headers,
      body: isPlain ? JSON.stringify(body) : (body as BodyInit),
      signal: signal ?? null,
      // Another origin would get the header fields of this one.
      redirect: 'manual',
      ...(credentials?.cookies && { credentials: credentials.cookies }),
    })
    const read = Promise.resolve(sent)
      .then(async (answer) => ({ answer, text: await answer.text() }))
      .catch((cause: unknown) => failed('network', 'There is no whole answer.', cause))
    const exchange = await unlessAborted(read, signal)
    const isLast = attempt >= retry.attempts
    // Nothing is sent twice that may have been carried out, and may change something twice.
    const isRepeatable = /^(GET|HEAD)$/.test(method) || headers.has('Idempotency-Key')
    if (exchange instanceof ClientError) {
      if (isLast || !isRepeatable) throw exchange
      await wait(2 ** attempt / 2, signal)
      continue
    }
    const { answer, text } = exchange
    const { status } = answer
    if ([401, 403].includes(status) && !isRenewed && credentials?.renew) {
      // Its body is read already, and `renew` may read it.
      const unread = new Response(text, answer)
      isRenewed = await unlessAborted(credentials.renew(unread, headers, context), signal)
      if (isRenewed) {
        attempt--
        continue
      }
    }
    // 409: the first request with the key is under way. 503: a commit may have succeeded.
    const isLater = [409, 429, isRepeatable && 503].includes(status)
    const seconds = isLater ? retryAfter(answer) : null
    if (isLast || seconds === null || seconds > retry.maxWaitSeconds) return successOf(answer, text)
    await wait(seconds, signal)
  }
}

/** 128 random bits; unlike a UUID also in pages without TLS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Whether the body is data, and not what `fetch` sends as it is. */
const isData = (body: unknown): boolean =>
  body !== undefined &&
  typeof body !== 'string' &&
  ![FormData, URLSearchParams, Blob, ArrayBuffer].some((type) => body instanceof type) &&
  !ArrayBuffer.isView(body)
