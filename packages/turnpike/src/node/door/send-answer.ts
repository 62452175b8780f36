import type { ServerResponse } from 'node:http'
import { type Answer, withoutBody } from '../../http/answer.ts'

/**
 * Sends an answer.
 *
 * @throws Error when its fields cannot be sent, or its stream fails.
 */
export function sendAnswer(given: Answer, outgoing: ServerResponse): Promise<void> | void {
  const isHead = outgoing.req.method === 'HEAD'
  const { status, fields, body } = isHead ? withoutBody(given) : given
  if (body instanceof ReadableStream) return sendStream(status, fields, body, outgoing)
  if (isHead || status === 204 || status === 304) {
    writeHead(status, withoutFraming(fields), outgoing).end()
  } else sendWhole(status, fields, body ?? '', outgoing)
}

/**
 * Message framing belongs to the server. An answer fetched elsewhere and forwarded has the framing
 * fields of its own connection. With a length beside them, clients and proxies would disagree about
 * where it ends (RFC 9112 §6.3).
 */
function withoutFraming(fields: readonly string[], isLengthKept = true): string[] {
  const kept: string[] = []
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (name === 'transfer-encoding' || name === 'trailer') continue
    if (isLengthKept || name !== 'content-length') kept.push(name, fields[index + 1] ?? '')
  }
  return kept
}

/**
 * Sets the length; Node would otherwise send chunks. The fields may have another length, such as
 * that of a body that was compressed at its source.
 */
function sendWhole(
  status: number,
  fields: readonly string[],
  body: string | Uint8Array,
  outgoing: ServerResponse,
): void {
  const length = Buffer.byteLength(body)
  const sent = withoutFraming(fields, false)
  sent.push('content-length', `${length}`)
  writeHead(status, sent, outgoing)
  if (typeof body !== 'string') outgoing.end(body)
  // As many bytes as characters: it is ASCII.
  else if (length === body.length) outgoing.end(body, 'latin1')
  else outgoing.end(isAscii(fields) ? body : Buffer.from(body))
}

/**
 * Node appends a string to the header fields and writes both in the string's encoding. Header
 * fields have one byte per character, so next to non-ASCII fields a body in UTF-8 is sent as bytes.
 */
const isAscii = (fields: readonly string[]): boolean => fields.every((text) => ascii.test(text))
const ascii = /^[\0-\x7f]*$/

/** Alternating names and values. */
function writeHead(status: number, fields: string[], outgoing: ServerResponse): ServerResponse {
  const isShared = outgoing.getHeaderNames().length > 0 || Object.hasOwn(outgoing, 'writeHead')
  return isShared ? writeSharedHead(status, fields, outgoing) : outgoing.writeHead(status, fields)
}

/**
 * The head of a response to which other middleware adds: fields that are there, or that it sets
 * when `writeHead` is called, are only seen and kept through `setHeader`.
 */
function writeSharedHead(
  status: number,
  fields: readonly string[],
  outgoing: ServerResponse,
): ServerResponse {
  const values = new Map<string, string[]>()
  for (let index = 0; index < fields.length; index += 2) {
    const name = (fields[index] ?? '').toLowerCase()
    values.set(name, [...(values.get(name) ?? []), fields[index + 1] ?? ''])
  }
  for (const [name, all] of values) {
    if (name === 'set-cookie' || name === 'vary') outgoing.appendHeader(name, all)
    else outgoing.setHeader(name, all.length === 1 ? (all[0] ?? '') : all)
  }
  return outgoing.writeHead(status)
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function sendStream(
  status: number,
  fields: readonly string[],
  stream: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  if (outgoing.destroyed) return cancel()

  // When the client disconnects, the stream is cancelled.
  outgoing.once('close', cancel)
  const { chunks, rest } = await readAhead(reader)
  if (rest === null) {
    sendWhole(status, fields, Buffer.concat(chunks), outgoing)
    return
  }
  // A stream whose length differs from its fields fails, and so does the connection.
  outgoing.strictContentLength = true
  writeHead(status, withoutFraming(fields), outgoing).flushHeaders()
  for (const chunk of chunks) outgoing.write(chunk)
  for (let read = await rest; !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await hasDrained(outgoing)
  }
  // When the client has disconnected, the stream ends early.
  if (!outgoing.destroyed) outgoing.end()
}

/** Maximum number of chunks to read before the head is sent. */
const maxAhead = 4

/**
 * The chunks that are already available. If they are the whole stream, `rest` is null and the
 * length is known: the body of `new Response('text')` is such a stream.
 */
async function readAhead(reader: Reader) {
  const chunks: Uint8Array[] = []
  const isLate = new Promise<null>((resolve) => setImmediate(resolve, null))
  while (true) {
    const rest = reader.read()
    // It may still fail when nothing more is sent, such as after an invalid field.
    rest.catch(() => {})
    const read = chunks.length < maxAhead ? await Promise.race([rest, isLate]) : null
    if (read === null) return { chunks, rest }
    if (read.done) return { chunks, rest: null }
    chunks.push(read.value)
  }
}

const hasDrained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle).off('close', settle)
      resolve()
    }
    outgoing.on('drain', settle).on('close', settle)
  })
