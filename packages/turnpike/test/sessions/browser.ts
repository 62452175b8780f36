import { type TestClientOptions, type TestRequest, testClient } from '@turnpike/testing'
import type { App } from '../../src/index.ts'

/** A client that keeps cookies and sends them back, each under the host and scheme that set it. */
export interface Browser {
  readonly cookies: Map<string, string>
  get(path: string, options?: TestRequest): Promise<Response>
  post(path: string, options?: TestRequest): Promise<Response>
  request(method: string, path: string, options?: TestRequest): Promise<Response>
}

/** A browser of an app, without a cookie. */
export function openBrowser(app: App, options?: TestClientOptions): Browser {
  const client = testClient(app, options)
  const cookies = new Map<string, string>()

  const request: Browser['request'] = async (method, path, sent = {}) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(Cookie !== '' && { Cookie }), ...sent.headers }
    const response = await client.request(method, path, { ...sent, headers })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  return {
    cookies,
    request,
    get: (path, sent) => request('GET', path, sent),
    post: (path, sent) => request('POST', path, sent),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
