import { request } from 'node:http'

/** A request of the bench: the same bytes go to every entry. */
export interface BenchRequest {
  readonly method: string
  readonly path: string
  /** The header field `Authorization`. */
  readonly credentials?: string
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** The host that all are asked for, whatever their port: so links are the same. */
export const host = 'bench.test'

/** The header fields of a request, as a client of an API sends them. */
const headersOf = ({ credentials, body }: BenchRequest): Record<string, string> => ({
  Host: host,
  Accept: 'application/json',
  ...(credentials !== undefined && { Authorization: credentials }),
  ...(body !== undefined && {
    'Content-Type': 'application/json',
    'Content-Length': `${Buffer.byteLength(body)}`,
  }),
})

/** What is sent over the connection. */
export function bytesOf(asked: BenchRequest): string {
  const fields = Object.entries(headersOf(asked)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${asked.method} ${asked.path} HTTP/1.1\r\n${fields.join('')}\r\n${asked.body ?? ''}`
}

/** Sends one request; the load comes from wrk. */
export function send(port: number, asked: BenchRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { method, path, body } = asked
  const outgoing = request({ port, host: '127.0.0.1', method, path, headers: headersOf(asked) })
  outgoing.on('error', reject)
  outgoing.on('response', async (incoming) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('error', reject)
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
  })
  outgoing.end(body)
  return promise
}
