import { ConfigurationError } from 'turnpike'
import { defaultCursorParams } from '../comparing/links.ts'
import { defaultRules, type RuleName } from '../comparing/rules.ts'
import type { ReplayOptions } from '../options.ts'
import { isSendable } from '../reading/access-log.ts'
import type { HeaderField } from '../reading/recorded-request.ts'
import { type RulesFile, readRulesFile, ruleNamed } from '../reporting/explained.ts'
import { methodOverride } from '../selection.ts'

/** The options of the command line that both ways of replaying have. */
export interface GivenOptions {
  from: URL
  to: URL
  header: readonly string[]
  credentials: boolean
  host: readonly string[]
  publicUrl: readonly string[]
  only: readonly string[]
  skip: readonly string[]
  rules?: string
  ignore: readonly string[]
  withoutRule: readonly string[]
  cursorParam: readonly string[]
  follow: number
  concurrency: number
  rate?: number
  limit?: number
  timeout: number
  maxBody?: number
  writes?: boolean
  writesToCopies?: boolean
  save?: string
}

/**
 * The options of a replay.
 *
 * @param readFile reads the rules file.
 * @throws ConfigurationError when they cannot be used.
 */
export function readOptions(
  given: GivenOptions,
  isMirror: boolean,
  readFile: (path: string) => string,
): ReplayOptions {
  requireSafety(given, isMirror)
  const file = rulesOf(given.rules, readFile)
  const { from, to, credentials, concurrency, follow, only, skip } = given
  const writes = given.writesToCopies === true
  return {
    from,
    to,
    credentials,
    concurrency,
    // The answers of a mirror are those to clients; it asks the old service nothing.
    follow: isMirror ? 0 : follow,
    only,
    skip,
    writes,
    publicUrls: given.publicUrl.map(publicUrl),
    hosts: given.host,
    headers: given.header.map((text) => headerField(text, writes)),
    rate: given.rate ?? null,
    limit: given.limit ?? null,
    timeoutMs: given.timeout * 1000,
    maxBodyBytes: given.maxBody ?? (isMirror ? 256_000 : 10_000_000),
    cursorParams: given.cursorParam.length > 0 ? given.cursorParam : defaultCursorParams,
    rules: chosenRules(given, file),
    explained: file.explained,
    save: given.save ?? null,
  }
}

function requireSafety({ from, to, writes, writesToCopies }: GivenOptions, isMirror: boolean) {
  if (isMirror && (writes || writesToCopies)) {
    throw new ConfigurationError(
      'A mirror sends no writes: the old service has already done what a client asked for, on the same data.',
    )
  }
  if (writes && !writesToCopies) {
    throw new ConfigurationError(
      '--writes changes the data of both services. If both are copies that may be changed, say so: --writes-to-copies.',
    )
  }
  if (from.href === to.href) {
    throw new ConfigurationError('--from and --to are the same service.')
  }
}

function rulesOf(path: string | undefined, readFile: (path: string) => string): RulesFile {
  if (path === undefined) return { ignore: [], explained: [] }
  let text: string
  try {
    text = readFile(path)
  } catch (error) {
    throw new ConfigurationError(`The rules cannot be read: ${(error as Error).message}`)
  }
  return readRulesFile(text, path)
}

function chosenRules(given: GivenOptions, file: RulesFile): RuleName[] {
  const without = given.withoutRule.map(ruleNamed)
  const chosen = [...defaultRules(), ...file.ignore, ...given.ignore.map(ruleNamed)]
  return chosen.filter((rule) => !without.includes(rule))
}

function headerField(text: string, writes: boolean): HeaderField {
  const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? []
  // Not the text itself: it may be a credential without its name.
  if (name === '') throw new ConfigurationError("--header needs 'Name: value'.")
  if (!isSendable([name, value])) {
    throw new ConfigurationError(`The header field ${name} has characters that cannot be sent.`)
  }
  if (/^(?:content-length|transfer-encoding|connection)$/i.test(name)) {
    throw new ConfigurationError(`The header field ${name} is that of each connection.`)
  }
  if (!writes && methodOverride.test(name)) {
    throw new ConfigurationError(`The header field ${name} may make a GET a write.`)
  }
  return [name, value]
}

function publicUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError('--public-url needs a URL such as https://api.example.com.')
  }
  return url.origin + url.pathname
}
