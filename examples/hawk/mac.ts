/** The MACs and hashes of Hawk (https://github.com/mozilla/hawk/blob/main/API.md). */
import { createHash, createHmac } from 'node:crypto'

/** What the MAC of a request covers. */
export interface HawkArtifacts {
  /** Seconds since 1970, as text. */
  ts: string
  nonce: string
  method: string
  /** Path and query: `/resource/1?b=1&a=2`. */
  resource: string
  /** Without the port, in lower case. */
  host: string
  port: string
  /** The hash of the body; empty for none. */
  hash: string
  /** Data of the application; empty for none. */
  ext: string
  /** The application that the credentials were issued to, and who delegated them; empty for none. */
  app: string
  dlg: string
}

/** The MAC of a request, or of the response to it, in base64. */
export const hawkMac = (
  type: 'header' | 'response',
  key: string,
  artifacts: HawkArtifacts,
): string => createHmac('sha256', key).update(normalized(type, artifacts)).digest('base64')

/** The hash of a body, in base64. Of the content type only the media type counts. */
export function hawkPayloadHash(contentType: string, body: Uint8Array | string): string {
  const [mediaType = ''] = contentType.split(';', 1)
  return createHash('sha256')
    .update(`hawk.1.payload\n${mediaType.trim().toLowerCase()}\n`)
    .update(body)
    .update('\n')
    .digest('base64')
}

/** Proves to a client with a wrong clock that the time is that of the server. */
export const hawkTimestampMac = (key: string, ts: number): string =>
  createHmac('sha256', key).update(`hawk.1.ts\n${ts}\n`).digest('base64')

function normalized(type: string, artifacts: HawkArtifacts): string {
  const { ts, nonce, method, resource, host, port, hash, ext, app, dlg } = artifacts
  const escaped = ext.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  const lines = [`hawk.1.${type}`, ts, nonce, method.toUpperCase(), resource, host, port, hash]
  return `${[...lines, escaped, ...(app === '' ? [] : [app, dlg])].join('\n')}\n`
}
