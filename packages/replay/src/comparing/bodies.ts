import { type ReceivedAnswer, valuesOf } from '../sending/answer.ts'
import { type Comparison, differ } from './comparison.ts'
import { readJson } from './json/read-json.ts'
import { compareJson } from './json/values.ts'

/** Compares the bodies of two answers: JSON by its values, others by their bytes. */
export function compareBodies(
  comparison: Comparison,
  one: ReceivedAnswer,
  other: ReceivedAnswer,
): void {
  if (one.bodyFault !== null || other.bodyFault !== null) {
    const faults = new Set([one.bodyFault, other.bodyFault].filter((fault) => fault !== null))
    differ(
      comparison,
      'body',
      '',
      `not compared: ${[...faults].join(', ')}`,
      one.bodyFault,
      other.bodyFault,
    )
    return
  }
  if (Buffer.compare(one.body, other.body) === 0) return
  if (one.body.length === 0 || other.body.length === 0) {
    const kind = one.body.length === 0 ? 'only the new service has one' : 'missing'
    differ(comparison, 'body', '', kind, sizeOf(one), sizeOf(other))
    return
  }
  const type = typeOf(one)
  const otherType = typeOf(other)
  if (isJson(type) && isJson(otherType) && compareAsJson(comparison, one, other)) return
  if (type !== otherType) {
    const kind = `${type || 'no type'} → ${otherType || 'no type'}`
    differ(comparison, 'body', '', kind, textOf(one), textOf(other))
  } else if (isHtml(type)) {
    differ(comparison, 'body', '', 'HTML', sizeOf(one), sizeOf(other))
  } else compareBytes(comparison, one, other)
}

/** @returns false when they are not JSON. */
function compareAsJson(
  comparison: Comparison,
  one: ReceivedAnswer,
  other: ReceivedAnswer,
): boolean {
  const node = readJson(one.body)
  const otherNode = readJson(other.body)
  if (node === null || otherNode === null) return false

  const found = comparison.differences.size
  const used = comparison.rules.used.size + total(comparison)
  compareJson(comparison, '', node, otherNode)
  const isExplained =
    comparison.differences.size > found || comparison.rules.used.size + total(comparison) > used
  // Every value is equal, and the bytes are not.
  if (!isExplained && !comparison.rules.allows('json-notation')) {
    compareBytes(comparison, one, other)
  }
  return true
}

const total = ({ rules }: Comparison) =>
  [...rules.used.values()].reduce((sum, count) => sum + count, 0)

function compareBytes(comparison: Comparison, one: ReceivedAnswer, other: ReceivedAnswer): void {
  differ(comparison, 'body', '', 'bytes', textOf(one), textOf(other))
}

const sizeOf = ({ body }: ReceivedAnswer) => `${body.length} bytes`

/** Their beginning, for people. */
const textOf = ({ body }: ReceivedAnswer) =>
  JSON.stringify(new TextDecoder().decode(body.subarray(0, 200)))

const typeOf = ({ headers }: ReceivedAnswer) =>
  (valuesOf(headers, 'content-type')[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string) => type === 'application/json' || type.endsWith('+json')
const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'
