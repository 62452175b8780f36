import type { JSONWebKeySet } from 'jose'
import { discoverKeys } from './discovery.ts'
import { type FetchJsonOptions, fetchJson, UnexpectedAnswer } from './fetch-json.ts'
import { type GivenKeys, givenKeys } from './given-keys.ts'
import { issuerKeys, type KeyCacheOptions } from './issuer-keys.ts'
import type { KeySource } from './key-set.ts'

export interface KeyOptions {
  issuer: string
  /** Where the issuer has its keys. Default where its metadata says. */
  jwks?: string | URL | undefined
  /** Its keys. Default those that the issuer has at `jwks`. */
  keys?: GivenKeys | undefined
  keyCache?: KeyCacheOptions | undefined
  fetch?: typeof globalThis.fetch | undefined
}

/**
 * The keys as the options say: given, at a URL, or found by discovery.
 *
 * @param onFailure called when they cannot be fetched and the last ones stay in use.
 */
export function keySourceOf(
  { issuer, jwks, keys, keyCache = {}, fetch }: KeyOptions,
  onFailure: (error: unknown) => void,
): KeySource {
  if (keys !== undefined) return givenKeys(keys)

  const options: FetchJsonOptions = {
    fetch: fetch ?? ((...given) => globalThis.fetch(...given)),
    timeoutSeconds: keyCache.timeoutSeconds ?? 5,
  }
  const get = (url: string) => fetchJson(url, options)
  return issuerKeys(
    async () => {
      const url = jwks === undefined ? await discoverKeys(issuer, get) : String(jwks)
      const set = await get(url)
      if (!isKeySet(set)) throw new UnexpectedAnswer(`${url} did not answer with a set of keys.`)
      return set
    },
    keyCache,
    onFailure,
  )
}

/** An empty set is a fault of the issuer, and no reason to reject all tokens. */
const isKeySet = (value: unknown): value is JSONWebKeySet =>
  typeof value === 'object' &&
  value !== null &&
  'keys' in value &&
  Array.isArray(value.keys) &&
  value.keys.length > 0
