import type { Output } from './page.ts'

/**
 * Why an output is not the one of the page, or null. Blanks and line breaks do not count, `…` stands
 * for anything, and what differs from run to run, such as keys and times, is equal to its like. Of an
 * answer with its head, each header field of the page must be there, and more may be.
 */
export function difference(expected: Output, actual: string): string | null {
  return expected.language === 'http'
    ? answerDifference(expected.text, actual)
    : textDifference(expected.text, actual)
}

function answerDifference(expected: string, actual: string): string | null {
  const [head = '', ...body] = expected.split(/\n\n/)
  const [actualHead = '', ...actualBody] = actual.replaceAll('\r', '').split(/\n\n/)
  const fields = actualHead.split('\n').map(plain)
  const missing = head.split('\n').filter((line) => {
    const pattern = patternOf(plain(line))
    return !fields.some((field) => pattern.test(field))
  })
  if (missing.length > 0) return `No line ${missing.join('\n')} in:\n${actual}`
  return textDifference(body.join('\n\n'), actualBody.join('\n\n')) && `Instead:\n${actual}`
}

const textDifference = (expected: string, actual: string): string | null =>
  patternOf(plain(expected)).test(plain(actual)) ? null : `Instead:\n${actual}`

/** Without what differs from run to run, and without blanks. */
function plain(text: string): string {
  return volatile
    .reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text)
    .replaceAll(/\s/g, '')
}

const volatile: readonly (readonly [RegExp, string])[] = [
  // About the settings of the machine.
  [/^npm (?:warn|notice) .*\n/gm, ''],
  [/\b[0-9a-f]{64}\b/g, '<secret>'],
  [/\b[0-9a-f]{40}\b/g, '<key>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\bcursor=[\w%.~-]+/g, 'cursor=<cursor>'],
  [/"[\w-]{22}"/g, '<tag>'],
  [/\b\d+ seconds?/g, '<seconds>'],
  [/^(retry-after): \d+/gim, '$1:<seconds>'],
  [/\(?\b\d+(?:\.\d+)?ms\)?/g, '<duration>'],
  [/^(ℹ duration_ms) .*/gm, '$1 <duration>'],
]

const patternOf = (plainText: string): RegExp => {
  const parts = plainText.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`, 'i')
}
