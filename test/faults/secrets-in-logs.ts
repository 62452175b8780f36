import { exactly, type Finding } from './report.ts'

const secrets = new Set<string>()
const logs = new Set<() => string>()

/** From now on this must stand in no log: a token, a password, a session's identifier, a key. */
export function keepSecret(...texts: readonly string[]): void {
  for (const text of texts) {
    if (text.length < 8) throw new Error(`${text} is so short that a log may have it by chance.`)
    secrets.add(text)
  }
}

/** A log that `secretsLogged` looks through: what has been written so far. */
export function watchLog(read: () => string): void {
  logs.add(read)
}

/**
 * How often one of the secrets stands in one of the logs of this script so far. Each script ends with it.
 *
 * @throws Error when there is nothing to look for, or nothing to look through: then it says nothing.
 */
export function secretsLogged(): Finding {
  const texts = [...logs].map((read) => read())
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  if (secrets.size === 0 || characters === 0) {
    throw new Error(`${secrets.size} secrets in ${characters} characters of logs: nothing to find.`)
  }

  const found = [...secrets].map((secret) =>
    texts.reduce((count, log) => count + log.split(secret).length - 1, 0),
  )
  const sum = found.reduce((total, count) => total + count, 0)
  return exactly(`any of ${secrets.size} secrets in ${characters} characters of logs`, sum, 0)
}
