import { callOf, readAnswer, type Success } from './answer.ts'
import type { Credentials } from './credentials/credentials.ts'
import { ClientError } from './errors.ts'
import { abortion, lost, type RetryOptions, retryAfter, unlessAborted, wait } from './retry.ts'

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
 * @throws ClientError when it fails.
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
    if (credentials) await unlessAborted(credentials.apply(headers, context), signal)
    if (signal?.aborted) throw abortion(signal)

    const answer = await Promise.resolve(
      fetch(root + path, {
        method,
        headers,
        body: isPlain ? JSON.stringify(body) : ((body ?? null) as BodyInit | null),
        signal: signal ?? null,
        // Another origin would get the header fields of this one.
        redirect: 'manual',
        ...(credentials?.cookies && { credentials: credentials.cookies }),
      }),
    ).catch((cause: unknown) => lost('There is no answer.', cause, signal))
    const isLast = attempt >= retry.attempts
    if (answer instanceof ClientError) {
      // It may have been carried out: nothing is sent twice that may change something twice.
      if (isLast || !(/^(GET|HEAD)$/.test(method) || headers.has('Idempotency-Key'))) throw answer
      await wait(2 ** attempt / 2, signal)
      continue
    }
    const { status } = answer
    if ([401, 403].includes(status) && !isRenewed && credentials?.renew) {
      isRenewed = await unlessAborted(credentials.renew(answer, headers, context), signal)
      if (isRenewed) {
        await answer.body?.cancel()
        attempt--
        continue
      }
    }
    // 409: the first request with the key is under way.
    const seconds = [409, 429, 503].includes(status) ? retryAfter(answer) : null
    if (isLast || seconds === null || seconds > retry.maxWaitSeconds)
      return readAnswer(answer, signal)
    await answer.body?.cancel()
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
