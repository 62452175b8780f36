import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'

const decoders = {
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  zstd: promisify(zstdDecompress),
}

export interface Decompressed {
  readonly body: Uint8Array
  /** Null if it was decompressed. */
  readonly fault: string | null
}

/**
 * A body without its content codings, at most `maxBytes` of it: a few bytes may become gigabytes.
 *
 * @param codings as in Content-Encoding, the last one applied last: `gzip, br`.
 */
export async function decompress(
  encoded: Uint8Array,
  codings: string,
  maxBytes: number,
): Promise<Decompressed> {
  let body = encoded
  for (const coding of listOf(codings).toReversed()) {
    if (!(coding in decoders)) return { body: encoded, fault: `unknown coding ${coding}` }
    try {
      const decode = decoders[coding as keyof typeof decoders]
      body = await decode(body, { maxOutputLength: maxBytes })
    } catch (error) {
      const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      return { body: encoded, fault: isTooLong ? longerThan(maxBytes) : `not ${coding}` }
    }
  }
  return { body, fault: null }
}

const listOf = (codings: string) =>
  codings
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    // More than a few are an attack.
    .slice(0, 4)

export const longerThan = (bytes: number) => `longer than ${bytes} bytes`
