import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import type { HeaderField } from '../reading/recorded-request.ts'
import { pairsOf } from '../sending/send.ts'
import { Capture, type CaptureBudget } from './capture.ts'
import { tunnel } from './tunnel.ts'

/** What the old service answered to a client. The body is that of the wire, maybe compressed. */
export interface MirroredExchange {
  readonly method: string
  readonly target: string
  readonly headers: readonly HeaderField[]
  readonly status: number
  readonly answerHeaders: readonly HeaderField[]
  /** Null: it was too long to keep, or the answer broke off. */
  readonly body: Uint8Array | null
}

/** What is behind the mirror. */
export interface MirrorPorts {
  /** Memory for the copies of answers. */
  readonly budget: CaptureBudget
  /** Whether the exchange with this request is wanted. */
  wants(method: string, target: string, headers: readonly HeaderField[]): boolean
  /** Takes a finished exchange. It must return at once. */
  take(exchange: MirroredExchange): void
}

/**
 * A proxy that answers every client from the old service: what arrives is passed on as it is, in
 * both directions, and a copy of the answers that are wanted is kept on the side.
 */
export function createMirror(from: URL, ports: MirrorPorts): Server {
  const server = createServer({
    // How long a client may take is the business of the old service, and of what is in front.
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 75_000,
    maxHeaderSize,
    joinDuplicateHeaders: false,
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // What a client or the service sends must not end the proxy of all the others.
    response.on('error', () => response.destroy())
    try {
      pass(from, ports, request, response)
    } catch (error) {
      unavailable(response, error as NodeJS.ErrnoException)
    }
  })
  server.on('upgrade', (request, socket, head) => tunnel(from, request, socket, head))
  return server
}

const maxHeaderSize = 65_536

function pass(
  from: URL,
  ports: MirrorPorts,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = 'GET', url: target = '/' } = request
  const headers = pairsOf(request.rawHeaders)
  const upstream = (from.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: from.hostname.replace(/^\[|\]$/g, ''),
    port: from.port,
    method,
    path: target.startsWith('/') ? from.pathname.replace(/\/$/, '') + target : target,
    headers: [...withoutConnection(headers, ofConnection), ['Connection', 'close']].flat(),
    setHost: false,
    // A kept connection may be closed just when it is used again: a client would get an error.
    agent: false,
    maxHeaderSize,
  })
  const wanted = ports.wants(method, target, headers)

  upstream.on('response', (answer) => {
    const capture = wanted ? new Capture(ports.budget) : null
    const taken = (body: Uint8Array | null) => {
      const status = answer.statusCode ?? 0
      const answerHeaders = pairsOf(answer.rawHeaders)
      ports.take({ method, target, headers, status, answerHeaders, body })
    }
    try {
      answerWith(answer, response, capture, taken)
    } catch (error) {
      upstream.destroy()
      unavailable(response, error as NodeJS.ErrnoException)
    }
    response.on('close', () => {
      if (answer.complete) return
      capture?.release()
      upstream.destroy()
    })
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => unavailable(response, error))
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
  request.on('error', () => upstream.destroy())
  request.pipe(upstream)
}

/** Passes an answer on while it arrives. */
function answerWith(
  answer: IncomingMessage,
  response: ServerResponse,
  capture: Capture | null,
  taken: (body: Uint8Array | null) => void,
): void {
  response.sendDate = false
  const headers = withoutConnection(pairsOf(answer.rawHeaders), ofAnswer)
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers.flat())
  answer.on('data', (chunk: Uint8Array) => {
    capture?.add(chunk)
    if (!response.write(chunk)) answer.pause()
  })
  response.on('drain', () => answer.resume())
  answer.on('end', () => {
    response.addTrailers(
      pairsOf(answer.rawTrailers).map(([name, value]): [string, string] => [name, value]),
    )
    response.end()
    if (capture !== null) taken(capture.take())
  })
  // A client must see that the answer broke off: the end would say that it is complete.
  answer.on('error', () => {
    capture?.release()
    response.destroy()
  })
}

/** Those that are of one connection; Node writes those of the other. */
const ofConnection = /^(?:connection|keep-alive|proxy-connection|te|upgrade)$/i
/** A client of HTTP/1.0 cannot read chunks. */
const ofAnswer = /^(?:connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade)$/i

function withoutConnection(headers: readonly HeaderField[], left: RegExp): HeaderField[] {
  // Fields that the sender itself declares to be of its connection (RFC 9110 §7.6.1).
  const named = headers
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/))
  return headers.filter(([name]) => !left.test(name) && !named.includes(name.toLowerCase()))
}

/** Once the answer has begun, only its end can show a client that it is not complete. */
function unavailable(
  response: ServerResponse,
  { code = 'no answer' }: NodeJS.ErrnoException,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(502, 'Bad Gateway', { 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`The old service does not answer (${code}).\n`)
}
