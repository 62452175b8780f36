import type { ServerResponse } from 'node:http'
import { type Answer, withoutBody } from '../../http/answer.ts'

/**
 * Sends an answer.
 *
 * @throws Error when its fields cannot be sent, or its stream fails.
 */
export function sendAnswer(given: Answer, outgoing: ServerResponse): Promise<void> | void {
  const isHead = outgoing.req.method === 'HEAD'
  const { status, fields: all, body } = isHead ? withoutBody(given) : given
  const fields = withoutNames(all, codingNames)
  if (body instanceof ReadableStream) return sendStream(status, fields, body, outgoing)
  if (isHead || status === 204 || status === 304) writeHead(status, fields, outgoing).end()
  else sendWhole(status, fields, body ?? '', outgoing)
}

/**
 * Message framing belongs to the server. An answer fetched elsewhere and forwarded has the framing
 * fields of its own connection. With a length beside them, clients and proxies would disagree about
 * where it ends (RFC 9112 §6.3).
 */
const codingNames = ['transfer-encoding', 'trailer']
const lengthName = ['content-length']

/** The same list if it has none of the names, as almost always. */
function withoutNames(fields: readonly string[], names: readonly string[]): readonly string[] {
  const isKept = (index: number) => !names.includes(fields[index] ?? '')
  for (let index = 0; index < fields.length; index += 2) {
    if (!isKept(index)) return fields.filter((_, place) => isKept(place - (place % 2)))
  }
  return fields
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
  const length = `${Buffer.byteLength(body)}`
  writeHead(status, [...withoutNames(fields, lengthName), 'content-length', length], outgoing)
  outgoing.end(typeof body === 'string' && !isAscii(fields) ? Buffer.from(body) : body)
}

/**
 * Node appends a string to the header fields and writes both in the string's encoding. Header
 * fields have one byte per character, so next to non-ASCII fields the body is sent as bytes.
 */
const isAscii = (fields: readonly string[]): boolean => fields.every((text) => ascii.test(text))
const ascii = /^[\0-\x7f]*$/

/** Node accepts alternating names and values. Its types do not allow readonly lists. */
const writeHead = (status: number, fields: readonly string[], outgoing: ServerResponse) =>
  outgoing.writeHead(status, fields as string[])

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
  writeHead(status, fields, outgoing).flushHeaders()
  for (const chunk of chunks) outgoing.write(chunk)
  for (let read = await rest; !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await hasDrained(outgoing)
  }
  // When the client has disconnected, the stream ends early.
  if (!outgoing.destroyed) outgoing.end()
}

/** Most chunks to read before the head is sent. */
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
