import type { ServerResponse } from 'node:http'
import { type Answer, hasField, withoutBody } from '../../http/answer.ts'

/**
 * Sends an answer.
 *
 * @throws Error when its fields cannot be sent, or its stream fails.
 */
export async function sendAnswer(given: Answer, outgoing: ServerResponse): Promise<void> {
  const isHead = outgoing.req.method === 'HEAD'
  const { status, fields, body } = isHead ? withoutBody(given) : given
  if (body instanceof ReadableStream) await sendStream(status, fields, body, outgoing)
  else if (isHead || status === 204 || status === 304) writeHead(status, fields, outgoing).end()
  else sendWhole(status, fields, body ?? '', outgoing)
}

/** With its length: Node would else send it in chunks. */
function sendWhole(
  status: number,
  fields: readonly string[],
  body: string | Uint8Array,
  outgoing: ServerResponse,
): void {
  const length = ['content-length', `${Buffer.byteLength(body)}`]
  writeHead(status, hasField(fields, 'content-length') ? fields : [...fields, ...length], outgoing)
  outgoing.end(typeof body === 'string' && !isAscii(fields) ? Buffer.from(body) : body)
}

/**
 * Node puts a text behind the fields and writes both in its encoding. Fields hold one byte for each
 * character, so that beside others than those of ASCII the text goes as bytes.
 */
const isAscii = (fields: readonly string[]): boolean => fields.every((text) => ascii.test(text))
const ascii = /^[\0-\x7f]*$/

/** Node takes names and values in turn. Its types say that it might change them. */
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

  // When the client goes away, the stream is told.
  outgoing.once('close', cancel)
  const { chunks, rest } = await readAhead(reader)
  if (rest === null) {
    sendWhole(status, fields, Buffer.concat(chunks), outgoing)
    return
  }
  writeHead(status, fields, outgoing).flushHeaders()
  for (const chunk of chunks) outgoing.write(chunk)
  for (let read = await rest; !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await hasDrained(outgoing)
  }
  outgoing.end()
}

/** Chunks that are looked at before the head is sent. */
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
