import type { Connection, WebApp } from 'turnpike'
import { knownOptions } from 'turnpike/kit'

export interface TestClientOptions {
  /** Header fields of every request. Default none. */
  headers?: Record<string, string>
  /** Scheme, host and port of every request. Default `http://testserver`. */
  baseUrl?: string
  /** The connection as known to a server. Default address `127.0.0.1`. */
  connection?: Partial<Connection>
}

/** A request of the test client. */
export interface TestRequest {
  headers?: Record<string, string>
  /** The body, sent as JSON. */
  json?: unknown
  /** The fields of a URL-encoded body. */
  form?: Record<string, string>
  /** The body, sent unchanged. */
  body?: BodyInit
}

/** Sends requests to an app without a socket: `await client.get('/notes/')`. */
export interface TestClient {
  /** Sends a request of any method. */
  request(method: string, path: string, options?: TestRequest): Promise<Response>
  get(path: string, options?: TestRequest): Promise<Response>
  post(path: string, options?: TestRequest): Promise<Response>
  put(path: string, options?: TestRequest): Promise<Response>
  patch(path: string, options?: TestRequest): Promise<Response>
  delete(path: string, options?: TestRequest): Promise<Response>
}

const testClientOptions = knownOptions<TestClientOptions>('testClient()', {
  headers: 'optional',
  baseUrl: 'optional',
  connection: 'optional',
})

const testRequestOptions = knownOptions<TestRequest>('the request', {
  headers: 'optional',
  json: 'optional',
  form: 'optional',
  body: 'optional',
})

/** A client of an app, for tests of your own views. */
export function testClient(app: WebApp, options: TestClientOptions = {}): TestClient {
  testClientOptions.require(options)
  const { headers, baseUrl = 'http://testserver' } = options
  const connection = { address: '127.0.0.1', remoteUser: null, ...options.connection }

  const request: TestClient['request'] = async (method, path, sent = {}) => {
    testRequestOptions.require(sent, `${method} ${path}`)
    const { json, form, body, headers: ownHeaders } = sent
    const request = new Request(new URL(path, baseUrl), {
      method,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
        ...ownHeaders,
      },
      ...bodyOf(json, form, body),
    })
    return app.fetch(request, { connection })
  }
  const of = (method: string) => (path: string, sent?: TestRequest) => request(method, path, sent)

  return {
    request,
    get: of('GET'),
    post: of('POST'),
    put: of('PUT'),
    patch: of('PATCH'),
    delete: of('DELETE'),
  }
}

function bodyOf(
  json: unknown,
  form: Record<string, string> | undefined,
  body: BodyInit | undefined,
): { body?: BodyInit; duplex?: 'half' } {
  if (json !== undefined) return { body: JSON.stringify(json) }
  if (form !== undefined) return { body: new URLSearchParams(form) }
  // A stream is sent as a half-duplex body (Fetch, duplex).
  return body === undefined
    ? {}
    : { body, ...(body instanceof ReadableStream && { duplex: 'half' }) }
}
