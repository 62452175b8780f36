import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { expectedKeyPrefix, isTokenKeyPrefix } from '../accounts/token-rules.ts'
import { isOriginPattern } from '../authentication/csrf/csrf-origin.ts'
import { trustedProxies } from '../http/client.ts'
import { parseRate } from '../throttling/rate.ts'

/** What the text of an environment variable may stand for. */
export interface Reading<Value> {
  /** What the text must be: `a whole number of at least 1`. */
  readonly expected: string
  /** The value, or undefined when the text stands for none. */
  parse(text: string): Value | undefined
}

/** The schema of an environment variable that may be absent. */
export function variable<Value>({ expected, parse }: Reading<Value>) {
  return z
    .string()
    .transform((text, context): Value => {
      const value = parse(text)
      if (value !== undefined) return value

      context.addIssue(expected)
      return z.NEVER
    })
    .optional()
}

/** Also `none`, which is null: the setting is switched off. */
export const orNone = <Value>({ expected, parse }: Reading<Value>): Reading<Value | null> => ({
  expected: `${expected}, or none`,
  parse: (text) => (text === 'none' ? null : parse(text)),
})

export const text: Reading<string> = {
  expected: 'a text without blanks around it',
  parse: (value) => (value === value.trim() ? value : undefined),
}

export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): Reading<number> => ({
  expected:
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`,
  parse(digits) {
    const number = /^[0-9]{1,16}$/.test(digits) ? Number(digits) : Number.NaN
    return number >= least && number <= most ? number : undefined
  },
})

/** `auto`: as many as there are cores for this process. */
export const workerCount: Reading<number> = {
  expected: 'a whole number from 1 to 1024, or auto',
  parse: (value) => (value === 'auto' ? availableParallelism() : wholeNumber(1, 1024).parse(value)),
}

export const truth: Reading<boolean> = {
  expected: 'true or false',
  parse(value) {
    const word = value.toLowerCase()
    if (word === 'true' || word === '1') return true
    return word === 'false' || word === '0' ? false : undefined
  },
}

export const oneOf = <const Words extends readonly string[]>(
  words: Words,
): Reading<Words[number]> => ({
  expected: `one of ${words.join(', ')}`,
  parse: (value) => words.find((word) => word === value.toLowerCase()),
})

export const wholeUrl: Reading<string> = {
  expected: 'a scheme and a host, such as https://api.example.com',
  parse: (value) =>
    /^https?:\/\/[^/?#\s]+\/?$/.test(value) && URL.canParse(value) ? value : undefined,
}

export const hostNames = listOf(
  'host names without port, separated by commas, such as api.example.com',
  (name) => hostName.test(name.toLowerCase()),
  (name) => name.toLowerCase(),
)

export const origins = listOf(
  'origins, separated by commas, such as https://app.example.com',
  (origin) => origin === '*' || isOriginPattern(origin),
)

export const addressRanges = listOf(
  'addresses and ranges, separated by commas, such as 127.0.0.1,10.0.0.0/8',
  (range) => !throws(() => trustedProxies([range])),
)

export const tokenKeyPrefix: Reading<string> = {
  expected: expectedKeyPrefix,
  parse: (prefix) => (isTokenKeyPrefix(prefix) ? prefix : undefined),
}

export const secrets = listOf(
  'secrets of at least 32 characters each, separated by commas',
  (secret) => secret.length >= 32,
)

/** `anon=100/day,user=none` */
export const rates: Reading<Readonly<Record<string, string | null>>> = {
  expected: 'scopes with their rates, separated by commas, such as anon=100/day,user=none',
  parse(value) {
    const entries = value.split(',').map((entry): [string, string] => {
      const [scope = '', rate = ''] = entry.split('=', 2)
      return [scope.trim(), rate.trim()]
    })
    const isUsable = entries.every(
      ([scope, rate]) => scope !== '' && (rate === 'none' || !throws(() => parseRate(rate))),
    )
    if (!isUsable) return undefined
    return Object.fromEntries(
      entries.map(([scope, rate]) => [scope, rate === 'none' ? null : rate]),
    )
  },
}

function listOf(
  expected: string,
  isUsable: (item: string) => boolean,
  read: (item: string) => string = (item) => item,
): Reading<readonly string[]> {
  return {
    expected,
    parse(value) {
      const items = value.split(',').map((item) => item.trim())
      return items.every(isUsable) ? items.map(read) : undefined
    },
  }
}

function throws(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch {
    return true
  }
}

/** `api.example.com`, `.example.com`, `[::1]`, `*` */
const hostName = /^(\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/
