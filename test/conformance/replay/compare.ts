import type { Answer } from './answer.ts'
import { cookieChange } from './cookies.ts'
import { difference, jsonDifferences, type Saved } from './matchers.ts'
import type { ExpectedHeader, ExpectedResponse, ExpectedText } from './scenario.ts'

/**
 * How the answers to an exchange differ from what was expected, one sentence a difference; empty when
 * they fit. A walk has several answers: each must have the status, the last one is compared in full.
 */
export function answerDifferences(
  expected: ExpectedResponse,
  answers: readonly Answer[],
  saved: Saved,
): string[] {
  const last = answers.at(-1)
  if (last === undefined) return ['no answer came']

  const { headers = {}, cookies = {} } = expected
  return [
    ...answers.flatMap(({ status }) =>
      status === expected.status ? [] : [difference('status', `${expected.status}`, status)],
    ),
    ...Object.entries(headers).flatMap(([name, value]) =>
      headerDifferences(name, value, last.headers.get(name)),
    ),
    ...('json' in expected ? jsonBodyDifferences(expected.json, last, saved) : []),
    ...(expected.text === undefined ? [] : textDifferences(expected.text, last.text)),
    ...(expected.empty === true && last.text !== '' ? [difference('body', 'none', last.text)] : []),
    ...Object.entries(cookies).flatMap(([name, change]) => {
      const came = cookieChange(last.headers, name)
      return came === change ? [] : [difference(`cookie ${name}`, change, came)]
    }),
    ...(expected.walk === undefined ? [] : walkDifferences(expected.walk, answers, saved)),
  ]
}

/** How a header differs from what was expected of it. `came` is null when it is absent. */
export function headerDifferences(
  name: string,
  expected: ExpectedHeader,
  came: string | null,
): string[] {
  const differs = (text: string) => [difference(name, text, came)]

  if (expected === null) return came === null ? [] : differs('no such header')
  if (typeof expected === 'string') return came === expected ? [] : differs(expected)
  if (came === null) return differs(JSON.stringify(expected))

  if ('$re' in expected) {
    return new RegExp(expected.$re).test(came) ? [] : differs(`a match of ${expected.$re}`)
  }
  const cameTokens = came.split(',').map(asToken)
  if ('$tokens' in expected) {
    const tokens = expected.$tokens.map(asToken)
    const same = tokens.sort().join() === cameTokens.sort().join()
    return same ? [] : differs(`exactly ${expected.$tokens.join(', ')}`)
  }
  if ('$has_tokens' in expected) {
    const tokens = expected.$has_tokens.map(asToken)
    const has = tokens.every((token) => cameTokens.includes(token))
    return has ? [] : differs(`at least ${expected.$has_tokens.join(', ')}`)
  }
  throw new Error(`No such matcher of a header: ${JSON.stringify(expected)}`)
}

/** How a body read as text differs from what was expected of it. */
export function textDifferences(expected: ExpectedText, came: string): string[] {
  const contains = (part: string) => came.includes(part)
  const matches = (pattern: string) => new RegExp(pattern).test(came)
  const not =
    <Value>(rule: (value: Value) => boolean) =>
    (value: Value) =>
      !rule(value)

  const { contains: parts = [], not_contains: foreignParts = [] } = expected
  const { matches: patterns = [], not_matches: foreignPatterns = [] } = expected
  return [
    ...parts.filter(not(contains)).map((part) => `text: expected to contain ${part}`),
    ...foreignParts.filter(contains).map((part) => `text: expected not to contain ${part}`),
    ...patterns.filter(not(matches)).map((pattern) => `text: expected to match ${pattern}`),
    ...foreignPatterns.filter(matches).map((pattern) => `text: expected not to match ${pattern}`),
  ]
}

function jsonBodyDifferences(expected: unknown, answer: Answer, saved: Saved): string[] {
  return answer.json === undefined
    ? [difference('body', `JSON, ${JSON.stringify(expected)}`, answer.text)]
    : jsonDifferences(expected, answer.json, saved)
}

function walkDifferences(
  { pages, ids }: NonNullable<ExpectedResponse['walk']>,
  answers: readonly Answer[],
  saved: Saved,
): string[] {
  return [
    ...(pages === undefined || pages === answers.length
      ? []
      : [difference('walk', `${pages} pages`, answers.length)]),
    ...(ids === undefined ? [] : jsonDifferences(ids, answers.flatMap(idsOf), saved, 'walk.ids')),
  ]
}

const asToken = (text: string) => text.trim().toLowerCase()

function idsOf({ json }: Answer): unknown[] {
  const { results } = (json ?? {}) as { results?: unknown }
  return Array.isArray(results) ? results.map((item) => item?.id) : []
}
