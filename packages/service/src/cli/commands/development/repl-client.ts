import type { EnvironmentSettings } from 'turnpike/internal/settings/settings'
import type { ServiceApp } from '../../../service/service-app.ts'
import { requestFrom } from '../../sent-request.ts'

/** What is shown of an answer. */
export interface ReplAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  /** The value of a body in JSON, the text of another one; null if there is none. */
  readonly data: unknown
}

/** Sends requests to an API without a socket. A body is sent as JSON. */
export interface ReplClient {
  get(path: string): Promise<ReplAnswer>
  post(path: string, body?: unknown): Promise<ReplAnswer>
  put(path: string, body?: unknown): Promise<ReplAnswer>
  patch(path: string, body?: unknown): Promise<ReplAnswer>
  delete(path: string): Promise<ReplAnswer>
}

/** @param authorization gives the header field of each request; null for none. */
export function replClient(
  app: ServiceApp,
  settings: EnvironmentSettings,
  authorization: () => Promise<string | null>,
): ReplClient {
  const send = (method: string) => async (path: string, body?: unknown) => {
    const value = await authorization()
    const header = [
      ...(value === null ? [] : [`Authorization: ${value}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json']),
    ]
    const sent = { header, ...(body !== undefined && { data: JSON.stringify(body) }) }
    const connection = { address: '127.0.0.1', remoteUser: null }
    return shown(await app.fetch(requestFrom(method, path, sent, settings), { connection }))
  }
  return {
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

async function shown(response: Response): Promise<ReplAnswer> {
  const text = await response.text()
  const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    data: text === '' ? null : isJson ? JSON.parse(text) : text,
  }
}
