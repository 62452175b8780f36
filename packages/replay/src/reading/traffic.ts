import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readAccessLog } from './access-log.ts'
import type { TrafficOptions } from './formats.ts'
import { gunicornFormat } from './gunicorn-format.ts'
import { readHar } from './har.ts'
import type { LogFormat } from './log-format.ts'
import { combinedFormat, nginxFormat } from './nginx-format.ts'
import type { Recorded } from './recorded-request.ts'

/**
 * The requests of a file, or of the standard input: `-`. It may be compressed with gzip.
 *
 * @throws ConfigurationError when a format cannot be used, or a HAR file is none.
 */
export function openTraffic(path: string, options: TrafficOptions): AsyncIterable<Recorded> {
  // Here, so that a wrong format is refused before anything is read.
  const format = formatOf(options)
  return readTraffic(path === '-' ? process.stdin : createReadStream(path), format)
}

/** The format that the options name; null means by how the file begins. */
export function formatOf({
  format,
  logFormat,
  accessLogformat,
}: TrafficOptions): LogFormat | 'har' | null {
  if (logFormat !== undefined) return nginxFormat(logFormat)
  if (accessLogformat !== undefined) return gunicornFormat(accessLogformat)
  if (format === 'nginx') return combinedFormat()
  if (format === 'gunicorn') return gunicornFormat()
  return format ?? null
}

export async function* readTraffic(
  stream: AsyncIterable<Uint8Array>,
  format: LogFormat | 'har' | null,
): AsyncGenerator<Recorded> {
  const { start, rest } = await startOf(stream)
  if (start[0] === 0x1f && start[1] === 0x8b) {
    yield* readCompressed(rest, format)
    return
  }
  const kind = format ?? (/^\uFEFF?\s*\{/.test(start.toString()) ? 'har' : combinedFormat())
  yield* kind === 'har' ? readHar(rest) : readAccessLog(rest, kind)
}

async function* readCompressed(
  stream: AsyncIterable<Uint8Array>,
  format: LogFormat | 'har' | null,
): AsyncGenerator<Recorded> {
  try {
    yield* readTraffic(gunzip(stream), format)
  } catch (error) {
    // A log may be copied while it is being compressed.
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    yield { reason: 'the rest of a damaged file of gzip', place: 'its end' }
  }
}

/** The first bytes of a stream, and all of it. */
async function startOf(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < 64) {
    const { done, value } = await iterator.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  const start = Buffer.concat(chunks)
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield start
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        yield next.value
      }
    } finally {
      // Closes the file when only its beginning was needed.
      await iterator.return?.()
    }
  }
  return { start, rest: rest() }
}

async function* gunzip(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(stream)
  const decoder = createGunzip()
  source.on('error', (error) => decoder.destroy(error))
  yield* source.pipe(decoder)
}
