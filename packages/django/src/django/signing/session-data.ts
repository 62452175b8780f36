import type { DjangoKeys } from './keys.ts'
import { allKeys, areSame, saltedHmac } from './salted-hmac.ts'
import { maxBytes, openBytes, signBytes } from './signed-value.ts'

/** The values of a session by their names. */
export type SessionData = ReadonlyMap<string, unknown>

/** The salt of the backends `db` and `cached_db`. */
const salt = 'django.contrib.sessions.SessionStore'
const saltBefore31 = 'django.contrib.sessionsSessionStore'

/**
 * The data of a row of `django_session`, written by `JSONSerializer`, also that of Django before
 * 3.1.
 *
 * @returns null when no key has signed it, or it is no JSON, such as a pickle.
 */
export function readSessionData(keys: DjangoKeys, text: string): SessionData | null {
  const bytes = openBytes(keys, salt, text) ?? openBefore31(keys, text)
  // The data are a dict, so that JSON of anything else is not Django's.
  if (bytes?.[0] !== '{'.charCodeAt(0)) return null
  try {
    return ofJson(bytes)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The data for a row of `django_session`, as Django 3.1 and later write it. */
export function writeSessionData(
  keys: DjangoKeys,
  values: Readonly<Record<string, string | number>>,
  now: Date,
): string {
  return signBytes(keys, salt, asciiJson(values), now)
}

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

/** @throws SyntaxError when it is no JSON. */
function ofJson(bytes: Uint8Array): SessionData {
  const text = Buffer.from(bytes).toString('latin1')
  return new Map(Object.entries(parsed(text) ?? JSON.parse(withoutNaN(text))))
}

/** Null if the text is not JSON. */
function parsed(text: string): object | null {
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

/** Python escapes what is not ASCII, and reads the rest as Latin-1. */
const asciiJson = (values: Readonly<Record<string, string | number>>): Buffer =>
  Buffer.from(
    JSON.stringify(values).replace(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
