/**
 * Codecs for the values that SQLite stores. Since Drizzle 1.0, `drizzle-orm/sqlite-proxy` has none
 * of its own, so that booleans, dates and JSON would be returned as they are stored.
 */
export const storedCodecs = Object.fromEntries(
  Object.entries({
    'integer:boolean': Boolean,
    'integer:timestamp': (seconds: number) => new Date(seconds * 1000),
    'integer:timestamp_ms': (milliseconds: number) => new Date(milliseconds),
    'text:json': (text: string) => JSON.parse(text),
    'blob:json': (stored: Stored) => JSON.parse(textOf(stored)),
    'blob:bigint': (stored: Stored) => BigInt(textOf(stored)),
    numeric: String,
    'numeric:number': Number,
    'numeric:bigint': BigInt,
  }).map(([type, read]) => [type, { normalize: read, normalizeInJson: read }]),
)

/** A column of blobs may have texts, too: SQLite does not convert them. */
type Stored = string | Uint8Array

const textOf = (stored: Stored): string =>
  typeof stored === 'string' ? stored : new TextDecoder().decode(stored)
