import { type Comparison, differ } from '../comparison.ts'
import { memberOf } from '../difference.ts'
import { compareTexts } from '../texts.ts'
import { arrangementOf } from './items.ts'
import { isSameNumber } from './numbers.ts'
import { type JsonNode, shownNode } from './read-json.ts'

type Of<Type extends JsonNode['type']> = Extract<JsonNode, { type: Type }>

/** Compares two JSON values, each leaf with its counterpart. @param where as in a difference. */
export function compareJson(
  comparison: Comparison,
  where: string,
  one: JsonNode,
  other: JsonNode,
): void {
  if (one.type === 'object' && other.type === 'object') {
    compareObjects(comparison, where, one, other)
  } else if (one.type === 'array' && other.type === 'array') {
    compareArrays(comparison, where, one, other)
  } else if (one.type !== other.type) {
    const kind = `type: ${one.type} → ${other.type}`
    differ(comparison, 'body', where, kind, shownNode(one), shownNode(other))
  } else {
    const kind = leafDifference(comparison, where, one, other)
    if (kind !== null) differ(comparison, 'body', where, kind, shownNode(one), shownNode(other))
  }
}

function leafDifference(
  comparison: Comparison,
  where: string,
  one: JsonNode,
  other: JsonNode,
): string | null {
  if (one.type === 'string' && other.type === 'string') {
    if (isSameId(comparison, where, one.value, other.value)) return null
    return compareTexts(comparison, one.value, other.value)
  }
  if (one.type === 'number' && other.type === 'number') {
    if (one.text === other.text) return null
    if (isSameNumber(one.text, other.text)) {
      return comparison.rules.allows('number-notation') ? null : 'notation of the number'
    }
    return isSameId(comparison, where, one.text, other.text) ? null : 'value'
  }
  return (one as Of<'boolean'>).value === (other as Of<'boolean'>).value ? null : 'value'
}

/** Only where ids are: a count of 17 is not an id. */
const idField = /(?:^|\/|_)(?:id|pk|uuid)$|Id$/

const isSameId = ({ created, rules }: Comparison, where: string, one: string, other: string) =>
  one !== other && idField.test(where) && created.areSame(one, other) && rules.allows('created-ids')

function compareObjects(
  comparison: Comparison,
  where: string,
  one: Of<'object'>,
  other: Of<'object'>,
): void {
  const values = Map.groupBy(one.entries, ([key]) => key)
  const otherValues = Map.groupBy(other.entries, ([key]) => key)
  compareOrder(comparison, where, [...values.keys()], [...otherValues.keys()])

  for (const key of new Set([...values.keys(), ...otherValues.keys()])) {
    const place = memberOf(where, key)
    const nodes = (values.get(key) ?? []).map(([, node]) => node)
    const otherNodes = (otherValues.get(key) ?? []).map(([, node]) => node)
    const [node] = nodes
    const [otherNode] = otherNodes
    if (node === undefined || otherNode === undefined) {
      const kind = otherNode === undefined ? 'missing' : 'only the new service has it'
      differ(
        comparison,
        'body',
        place,
        kind,
        node ? shownNode(node) : null,
        otherNode ? shownNode(otherNode) : null,
      )
    } else if (nodes.length !== otherNodes.length) {
      const kind = 'key repeated'
      differ(comparison, 'body', place, kind, `${nodes.length} times`, `${otherNodes.length} times`)
    } else {
      // Programs read the first or the last of them: each counts.
      for (const [index, each] of nodes.entries()) {
        compareJson(comparison, place, each, otherNodes[index] as JsonNode)
      }
    }
  }
}

/** Only the keys that both have: a missing one is reported by itself. */
function compareOrder(
  comparison: Comparison,
  where: string,
  keys: readonly string[],
  otherKeys: readonly string[],
): void {
  const known = new Set(otherKeys)
  const ownKeys = new Set(keys)
  const shared = keys.filter((key) => known.has(key))
  const otherShared = otherKeys.filter((key) => ownKeys.has(key))
  if (shared.every((key, index) => key === otherShared[index])) return
  if (comparison.rules.allows('key-order')) return
  differ(comparison, 'body', where, 'order of keys', keys.join(', '), otherKeys.join(', '))
}

function compareArrays(
  comparison: Comparison,
  where: string,
  one: Of<'array'>,
  other: Of<'array'>,
): void {
  const { kind, others } = arrangementOf(comparison, one.items, other.items)
  if (kind !== null) differ(comparison, 'body', where, kind, shownNode(one), shownNode(other))
  for (const [index, item] of (others === null ? [] : one.items).entries()) {
    compareJson(comparison, memberOf(where, index), item, others?.[index] as JsonNode)
  }
}
