import { createServer } from 'node:http'
import { duplexPair } from 'node:stream'
import { type Connection, consoleLogger, type Logger, type WebApp } from 'turnpike'
import { answeringOf, webApp } from 'turnpike/kit'
import type { NodeEnvironment } from 'turnpike/node'
import { requestListener } from '../../packages/turnpike/src/node/door/request-listener.ts'

export interface NodeDoorOptions {
  /** Default: the console. */
  logger?: Logger
  /** Scheme of the connection. Default `http`. */
  scheme?: string
  connection?: Partial<Connection>
}

/** What came back on the connection. */
export interface ReceivedAnswer {
  readonly status: number
  /** Names in lower case, in alphabetical order, without those of the connection. */
  readonly fields: readonly (readonly [string, string])[]
  readonly body: Buffer<ArrayBuffer>
}

/**
 * Sends these bytes to the app through the Node door, over streams in this process. The request must
 * say `Connection: close`, or be of HTTP/1.0.
 */
export async function sendThroughNode(
  app: WebApp,
  bytes: Uint8Array,
  { logger = consoleLogger, scheme = 'http', connection = {} }: NodeDoorOptions = {},
): Promise<ReceivedAnswer> {
  const { remoteUser = null, address = '127.0.0.1' } = connection
  const answering = answeringOf(app)
  const known = webApp<NodeEnvironment>((request, environment) =>
    answering(request, { ...environment, connection: { ...environment.connection, remoteUser } }),
  )
  const server = createServer(
    { requireHostHeader: false },
    requestListener(known, { maxHeadersCount: 100, logger }),
  )
  const [client, socket] = duplexPair()
  Object.assign(socket, { remoteAddress: address ?? undefined, encrypted: scheme === 'https' })
  server.on('clientError', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  server.emit('connection', socket)
  client.write(bytes)
  return receivedAnswer(Buffer.concat(await client.toArray()))
}

/** Fields of the connection and of the moment, which say nothing of the answer. */
const ofConnection = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** The answer in the bytes of a connection. */
export function receivedAnswer(bytes: Buffer<ArrayBuffer>): ReceivedAnswer {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status === 100) return receivedAnswer(rest)

  const all = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const isChunked = all.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')
  const fields = all.filter(([name]) => !ofConnection.includes(name))
  return {
    status,
    fields: fields.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
    body: isChunked ? unchunked(rest) : rest,
  }
}

function unchunked(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const chunks: Buffer[] = []
  for (let start = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', start)
    const length = Number.parseInt(bytes.toString('latin1', start, lineEnd), 16)
    if (!(length > 0)) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    start = lineEnd + 2 + length + 2
  }
}
