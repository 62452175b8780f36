import { type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Asks from an address of this machine, such as `127.0.0.2`, on a connection of its own. */
export function askFrom(
  localAddress: string,
  url: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  request(url, { agent: false, localAddress, ...options }, async (response) => {
    const { statusCode: status = 0, headers } = response
    resolve({ status, headers, body: await text(response) })
  })
    .on('error', reject)
    .end(body)
  return promise
}
