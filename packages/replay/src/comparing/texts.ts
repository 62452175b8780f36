import type { Comparison } from './comparison.ts'
import { ownTarget, partsBetween, withoutCursors } from './links.ts'
import type { RuleName } from './rules.ts'
import { instantOf, isSameButLessPrecise, isSameInstant } from './times.ts'

/** How two texts differ, or null when they are equal by rule. */
export type TextDifference = 'value' | 'time' | 'precision of the time' | null

/** Compares two texts: values of JSON, links in header fields. */
export function compareTexts(comparison: Comparison, one: string, other: string): TextDifference {
  if (one === other) return null
  if (isSameLink(comparison, one, other)) return null

  const { rules } = comparison
  const instant = instantOf(one)
  const otherInstant = instantOf(other)
  if (instant === null || otherInstant === null) return 'value'
  if (isSameInstant(instant, otherInstant)) return rules.allows('same-instant') ? null : 'time'
  if (rules.allows('changed-times')) return null
  return isSameButLessPrecise(instant, otherInstant) ? 'precision of the time' : 'time'
}

/**
 * Whether two texts are links of the services themselves that are equal but for their bases, and
 * for cursors or ids of created things.
 */
export function isSameLink(comparison: Comparison, one: string, other: string): boolean {
  const { rules, old, new: changed, cursorParams, created } = comparison
  const parts = partsBetween(one, old.bases)
  const otherParts = partsBetween(other, changed.bases)
  const hasBase = parts.length > 1
  if (parts.length !== otherParts.length || !(hasBase || one.startsWith('/'))) return false

  const pairs = parts.map((part, index) => [part, otherParts[index] ?? ''] as const)
  const areEqual = (comparable: (part: string) => string) =>
    pairs.every(([part, otherPart]) => comparable(part) === comparable(otherPart))
  const areSame = (rule?: RuleName) =>
    (!hasBase || rules.allows('own-links')) && (rule === undefined || rules.allows(rule))

  if (areEqual((part) => part)) return areSame()
  if (areEqual((part) => withoutCursors(part, cursorParams))) {
    const isAllowed = areSame('cursors')
    if (isAllowed) noteCursors(comparison, one, other)
    return isAllowed
  }
  return (
    pairs.every(([part, otherPart]) => created.areSameLinks(part, otherPart)) &&
    areSame('created-ids')
  )
}

function noteCursors({ old, new: changed, cursorLinks }: Comparison, one: string, other: string) {
  const target = ownTarget(one, old.bases)
  const otherTarget = ownTarget(other, changed.bases)
  if (target !== null && otherTarget !== null) cursorLinks.push({ old: target, new: otherTarget })
}
