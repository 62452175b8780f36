import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  ServerResponse,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { HeaderField } from '../reading/recorded-request.ts'
import { pairsOf } from '../sending/send.ts'
import { Capture, type CaptureBudget } from './capture.ts'
import { hasBody, misnamedField, ofAnswer, ofRequest, passedFields } from './fields.ts'
import { tunnel } from './tunnel.ts'

/** An answer of the old service to a client. The body is that of the wire, maybe compressed. */
export interface MirroredExchange {
  readonly method: string
  readonly target: string
  readonly headers: readonly HeaderField[]
  readonly status: number
  readonly answerHeaders: readonly HeaderField[]
  /** Null if it was too long to keep, or the answer broke off. */
  readonly body: Uint8Array | null
}

/** The parts behind the mirror. */
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
    // Any other request is answered as if it had not asked for another protocol.
    shouldUpgradeCallback: (request) =>
      request.method === 'GET' && !hasBody(pairsOf(request.rawHeaders)),
  })
  const answer = (request: IncomingMessage, response: ServerResponse, head: Buffer | null) => {
    // Nothing that a client or the service sends may end the proxy of all the others.
    response.on('error', () => response.destroy())
    try {
      pass(from, ports, request, response, head)
    } catch (error) {
      unavailable(response, error as NodeJS.ErrnoException)
    }
  }
  server.on('request', (request, response) => answer(request, response, null))
  server.on('upgrade', (request, client, head) => {
    const response = new ServerResponse(request)
    // The bytes after the request may be of the other protocol, so they are never read as a
    // request.
    response.shouldKeepAlive = false
    response.assignSocket(client as Socket)
    response.on('finish', () => client.end())
    client.on('error', () => client.destroy())
    answer(request, response, head)
  })
  return server
}

const maxHeaderSize = 65_536

function pass(
  from: URL,
  ports: MirrorPorts,
  request: IncomingMessage,
  response: ServerResponse,
  head: Buffer | null,
): void {
  const { method = 'GET', url: target = '/' } = request
  const received = pairsOf(request.rawHeaders)
  const misnamed = misnamedField(received)
  if (misnamed !== null) {
    refuse(response, `Connection must not name ${misnamed}: that field is end-to-end.`)
    return
  }
  // Both services get the same fields, or the comparison would be wrong.
  const headers = passedFields(received, ofRequest)
  const ofUpgrade = received.filter(([name]) => /^upgrade$/i.test(name))
  const connection = head === null ? [] : ofUpgrade
  const upstream = (from.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: from.hostname.replace(/^\[|\]$/g, ''),
    port: from.port,
    method,
    path: target.startsWith('/') ? from.pathname.replace(/\/$/, '') + target : target,
    headers: [
      ...headers,
      ...connection,
      ['Connection', head === null ? 'close' : 'Upgrade'],
    ].flat(),
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
  if (head !== null) {
    upstream.on('upgrade', (answer, service, first) => {
      response.detachSocket(request.socket)
      tunnel(answer, { socket: service, head: first }, { socket: request.socket, head })
    })
  }
  upstream.on('error', (error: NodeJS.ErrnoException) => unavailable(response, error))
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
  request.on('error', () => upstream.destroy())
  // Without a length, Node would send the body of a GET as if it were the next request.
  if (hasBody(headers)) request.pipe(upstream)
  else upstream.end()
}

/** Passes an answer on while it arrives. */
function answerWith(
  answer: IncomingMessage,
  response: ServerResponse,
  capture: Capture | null,
  taken: (body: Uint8Array | null) => void,
): void {
  response.sendDate = false
  const headers = passedFields(pairsOf(answer.rawHeaders), ofAnswer)
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

function refuse(response: ServerResponse, reason: string): void {
  response.writeHead(400, 'Bad Request', {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  })
  response.end(`${reason}\n`)
}
