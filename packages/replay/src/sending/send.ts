import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { HeaderField } from '../reading/recorded-request.ts'
import { type Outcome, valuesOf } from './answer.ts'
import { decompress, longerThan } from './decompress.ts'

/** A request as it is sent to one service. */
export interface SentRequest {
  readonly base: URL
  readonly method: string
  readonly target: string
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array | null
}

export interface SendLimits {
  /** For the whole exchange, the body included. */
  readonly timeoutMs: number
  /** The length of the body, decompressed. */
  readonly maxBodyBytes: number
}

const maxHeaderSize = 65_536

/**
 * Sends a request and reads its answer, once and without following redirects. It never throws: a
 * service that does not answer is one of the outcomes.
 *
 * Each request has a connection of its own. One that is kept may be closed by the service just when
 * the next request is sent, which would look like a difference.
 */
export async function send(
  sent: SentRequest,
  { timeoutMs, maxBodyBytes }: SendLimits,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const message = await responseTo(sent, signal)
    const received = await readBody(message, maxBodyBytes)
    const headers = pairsOf(message.rawHeaders)
    const codings = valuesOf(headers, 'content-encoding').join()
    // An answer without a body, as to HEAD, may have the header field all the same.
    const { body, fault } =
      received.length > maxBodyBytes
        ? { body: received.subarray(0, maxBodyBytes), fault: longerThan(maxBodyBytes) }
        : received.length === 0
          ? { body: received, fault: null }
          : await decompress(received, codings, maxBodyBytes)
    return { status: message.statusCode ?? 0, headers, body, bodyFault: fault }
  } catch (error) {
    return { failure: signal.aborted ? 'timed out' : reasonOf(error) }
  }
}

function responseTo(sent: SentRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { base, method, target, headers, body } = sent
  const request = (base.protocol === 'https:' ? requestHttps : requestHttp)({
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    method,
    path: target,
    // A list keeps the names as they are written, and the repeated ones.
    headers: [...headers, ...lengthOf(body), ['Connection', 'close']].flat(),
    setHost: false,
    agent: false,
    maxHeaderSize,
    signal,
  })
  return new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    // It would wait for ever: nothing asked for another protocol.
    request.on('upgrade', () => reject(new Error('the protocol was switched')))
    request.end(body ?? undefined)
  })
}

const lengthOf = (body: Uint8Array | null): HeaderField[] =>
  body === null ? [] : [['Content-Length', String(body.length)]]

/** At most one byte more than the limit, by which it is known to be too long. */
async function readBody(message: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const chunk of message) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1)
}

/** Node has names and values in turn. Values are bytes, one character each. */
export const pairsOf = (raw: readonly string[]): HeaderField[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  ENOTFOUND: 'unknown host',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timed out',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code.startsWith('HPE_')) return `not HTTP: ${code}`
  return reasons[code] ?? (code || message)
}
