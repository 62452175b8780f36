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
 * How a body is divided on the connection is the server's to say. An answer fetched elsewhere and
 * passed on has these fields of its own connection, and with a length beside them clients and
 * proxies would disagree about where it ends (RFC 9112 §6.3).
 */
const codingNames = ['transfer-encoding', 'trailer']
const lengthName = ['content-length']

/** The same list where it has none of the names, which is nearly always. */
function withoutNames(fields: readonly string[], names: readonly string[]): readonly string[] {
  const isKept = (index: number) => !names.includes(fields[index] ?? '')
  for (let index = 0; index < fields.length; index += 2) {
    if (!isKept(index)) return fields.filter((_, place) => isKept(place - (place % 2)))
  }
  return fields
}

/**
 * Sets the length; Node would otherwise send chunks. That of the fields may be another, such as
 * that of a body that was compressed where it came from.
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
 * Node puts a text behind the fields and writes both in its encoding. Fields hold one byte for each
 * character, so that beside others than those of ASCII the text goes as bytes.
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
  // A stream of another length than its fields say fails, and the connection with it.
  outgoing.strictContentLength = true
  writeHead(status, fields, outgoing).flushHeaders()
  for (const chunk of chunks) outgoing.write(chunk)
  for (let read = await rest; !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await hasDrained(outgoing)
  }
  // With a client that went away, the stream has ended before its length.
  if (!outgoing.destroyed) outgoing.end()
}

/** Most chunks to read before the head is sent. */
const maxAhead = 4

/**
 * The chunks that are there already. Where they are all of the stream, `rest` is null and the
 * length is known: the body of `new Response('text')` is such a stream.
 */
async function readAhead(reader: Reader) {
  const chunks: Uint8Array[] = []
  const isLate = new Promise<null>((resolve) => setImmediate(resolve, null))
  while (true) {
    const rest = reader.read()
    // It may fail when nothing is sent any more, such as after a wrong field.
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
