import type { DjangoKeys } from './keys.ts'
import { allKeys, areSame, saltedHmac } from './salted-hmac.ts'
import { maxBytes, openBytes, signBytes } from './signed-value.ts'
import { InvalidPickle, unpickle } from './unpickle.ts'

/** How Django writes the data of sessions: `SESSION_SERIALIZER`. */
export type SessionSerializer = 'json' | 'pickle'

/** The values of a session by their names. Those of Python classes are opaque. */
export type SessionData = ReadonlyMap<string, unknown>

/** Of the backends `db` and `cached_db`. */
const salt = 'django.contrib.sessions.SessionStore'
const saltBefore31 = 'django.contrib.sessionsSessionStore'

/**
 * The data of a row of `django_session`, written by either serializer, also that of Django
 * before 3.1.
 *
 * @returns null when no key has signed it, or it cannot be read.
 */
export function readSessionData(keys: DjangoKeys, text: string): SessionData | null {
  const bytes = openBytes(keys, salt, text) ?? openBefore31(keys, text)
  if (bytes === null) return null
  try {
    return isJson(bytes) ? ofJson(bytes) : ofPickle(bytes)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InvalidPickle) return null
    throw error
  }
}

/** The data for a row of `django_session`, as Django 3.1 and later write it. */
export function writeSessionData(
  keys: DjangoKeys,
  values: Readonly<Record<string, string | number>>,
  serializer: SessionSerializer,
  now: Date,
): string {
  const bytes = serializer === 'json' ? asciiJson(values) : pickleOf(values)
  return signBytes(keys, salt, bytes, now)
}

const isJson = (bytes: Uint8Array) => bytes[0] === '{'.charCodeAt(0)

/** Base64 of `<HMAC in hexadecimal digits>:<data>`. */
function openBefore31(keys: DjangoKeys, text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  if (bytes[40] !== ':'.charCodeAt(0)) return null
  const signature = Buffer.from(bytes.toString('latin1', 0, 40), 'hex')
  const data = bytes.subarray(41)
  if (data.length > maxBytes) return null
  const isSigned = allKeys(keys).some((key) =>
    areSame(saltedHmac(key, saltBefore31, data, 'sha1'), signature),
  )
  return isSigned ? data : null
}

function ofJson(bytes: Uint8Array): SessionData | null {
  const text = Buffer.from(bytes).toString('latin1')
  const data: unknown = parsed(text) ?? JSON.parse(withoutNaN(text))
  return typeof data === 'object' && data !== null ? new Map(Object.entries(data)) : null
}

/** Null: the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Python also writes `NaN` and `Infinity`, which JSON does not have. Here they become null.
 *
 * The end of a string is optional: a string without one is the rest of the text. So no part is
 * read twice, and the time is linear in the length of the text.
 */
const withoutNaN = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\[\s\S]?[^"\\]*)*"?|NaN|-?Infinity/g, (part) =>
    part.startsWith('"') ? part : 'null',
  )

function ofPickle(bytes: Uint8Array): SessionData | null {
  const data = unpickle(bytes)
  if (!(data instanceof Map)) return null
  return new Map(
    [...data].flatMap(([key, value]) => (typeof key === 'string' ? [[key, value]] : [])),
  )
}

/** Python escapes what is not ASCII, and reads the rest as Latin-1. */
const asciiJson = (values: Readonly<Record<string, string | number>>): Buffer =>
  Buffer.from(
    JSON.stringify(values).replace(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

/** A dict of texts and integers of 32 bits in protocol 2, which every Python 3 reads. */
function pickleOf(values: Readonly<Record<string, string | number>>): Buffer {
  const items = Object.entries(values).flatMap(([key, value]) => [
    pickledText(key),
    typeof value === 'number' ? pickledInteger(value) : pickledText(value),
    Buffer.from('s'),
  ])
  return Buffer.concat([Buffer.from([0x80, 2]), Buffer.from('}'), ...items, Buffer.from('.')])
}

function pickledText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.from('X\0\0\0\0')
  head.writeUInt32LE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

function pickledInteger(value: number): Buffer {
  const bytes = Buffer.from('J\0\0\0\0')
  bytes.writeInt32LE(value, 1)
  return bytes
}
