import { djangoKnoxOptions } from '../../django/accounts/knox/options.ts'
import { isDict, type PythonValue } from '../python/value.ts'
import type { AdoptedKnox, PlainValue } from './adopted.ts'
import type { Adoption, Source } from './adoption.ts'
import { isAccepted, type ReadValue, seconds, text, trueOrFalse } from './values.ts'

/** The options `knox` of `djangoAccounts` by the names of `REST_KNOX`. */
const options: ReadonlyMap<string, readonly [string, ReadValue]> = new Map<
  string,
  [string, ReadValue]
>([
  ['TOKEN_TTL', ['ttlSeconds', orNone(seconds)]],
  ['TOKEN_LIMIT_PER_USER', ['limitPerUser', orNone(number)]],
  ['AUTO_REFRESH', ['autoRefresh', trueOrFalse]],
  ['AUTO_REFRESH_MAX_TTL', ['maxTtlSeconds', orNone(seconds)]],
  ['MIN_REFRESH_INTERVAL', ['refreshIntervalSeconds', seconds]],
  ['TOKEN_PREFIX', ['prefix', text]],
])

/** Options without an effect on the tokens in the table. */
const ofViews = new Set([
  'AUTH_TOKEN_CHARACTER_LENGTH',
  'EXPIRY_DATETIME_FORMAT',
  'USER_SERIALIZER',
])

/** Takes over the dictionary `REST_KNOX`. */
export function readKnox({ get }: Source, adoption: Adoption): AdoptedKnox {
  const values = new Map<string, PlainValue>()
  let keyword: string | null = null
  const given = get('REST_KNOX')
  if (!isDict(given)) return { values, keyword }
  for (const [name, value] of given.entries) {
    const label = `REST_KNOX['${name}']`
    const [option, read] = options.get(name) ?? []
    if (option !== undefined && read !== undefined) {
      const plain = read(value)
      if (plain !== undefined && isAccepted(djangoKnoxOptions.require, option, plain)) {
        values.set(option, plain)
        adoption.take(label, `\`${option}\` of \`knox\` in \`src/accounts.ts\``)
      } else if (value !== '') adoption.leave(label, 'its value cannot be taken over.')
    } else if (name === 'AUTH_HEADER_PREFIX') {
      keyword = text(value) ?? null
      adoption.take(label, '`keyword` of `tokenAuthentication`')
    } else if (name === 'SECURE_HASH_ALGORITHM') {
      if (!/\bsha512$/i.test(text(value) ?? ''))
        adoption.leave(label, 'tokens are only found by their SHA-512.')
    } else if (!ofViews.has(name)) adoption.leave(label, 'there is no such option.')
  }
  return { values, keyword }
}

function orNone(read: ReadValue): ReadValue {
  return (value) => (value === null ? null : read(value))
}

function number(value: PythonValue): number | undefined {
  return typeof value === 'number' ? value : undefined
}
