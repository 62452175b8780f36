import {
  listOf,
  type TextRule,
  textWhere,
  withoutPassword,
} from 'turnpike/internal/kit/variable-rules'

/** Whether a value is meant as the URL of a Redis. `openRedis` checks the rest of it. */
const isMeantAsRedis = (url: string): boolean => /^(rediss?(\+(sentinel|cluster))?|unix):/.test(url)

/** A URL may have a password in it. */
const secretUrl = (expected: string, isValid: (url: string) => boolean): TextRule<string> => ({
  ...textWhere(expected, isValid),
  show: (url) => withoutPassword(String(url)),
})

export const databaseUrl = secretUrl(
  'the URL of a database, such as sqlite:notes.db or postgres://user:password@host:5432/notes',
  (url) => /^(sqlite|postgres|postgresql):/.test(url),
)

const replicaUrl = secretUrl(
  'the URL of a replica, such as postgres://user:password@host:5432/notes',
  (url) => /^postgres(ql)?:/.test(url),
)

const anyReplicaUrls = listOf(replicaUrl, {
  of: 'URLs of replicas',
  example: ['postgres://db2/notes', 'postgres://db3/notes'],
})

/** Several of them, with commas between. */
export const replicaUrls: TextRule<readonly string[]> = {
  ...anyReplicaUrls,
  text: {
    ...anyReplicaUrls.text,
    // A URL may have several hosts, with commas between them.
    parse(text) {
      const urls = text.split(/,\s*(?=postgres(?:ql)?:)/).map((url) => url.trim())
      return urls.every(replicaUrl.accepts) ? urls : undefined
    },
  },
}

/** @param words the values that are no URL: `memory`. */
export const storeUrl = (...words: readonly string[]) =>
  secretUrl(
    `${words.join(', ')}, or the URL of a Redis, such as redis://localhost:6379`,
    (url) => words.includes(url) || isMeantAsRedis(url),
  )
