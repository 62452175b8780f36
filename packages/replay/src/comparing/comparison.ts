import type { Side } from '../sending/side.ts'
import type { CreatedIds } from './created-ids.ts'
import { causeOf, type Difference } from './difference.ts'
import { shortened } from './json/read-json.ts'
import type { RuleBook } from './rules.ts'

/** Two links of a list that differ in their cursors, as targets of each service. */
export interface CursorLinks {
  readonly old: string
  readonly new: string
}

/** The inputs of a comparison of two answers, and its findings so far. */
export interface Comparison {
  readonly old: Side
  readonly new: Side
  readonly rules: RuleBook
  readonly created: CreatedIds
  readonly cursorParams: readonly string[]
  /** By their causes: a thousand items that differ alike are one. */
  readonly differences: Map<string, Difference>
  readonly cursorLinks: CursorLinks[]
}

export function differ(
  comparison: Comparison,
  part: Difference['part'],
  where: string,
  kind: string,
  old: string | null,
  changed: string | null,
): void {
  const shown = (text: string | null) => (text === null ? null : shortened(text))
  const difference = { part, where, kind, old: shown(old), new: shown(changed) }
  const cause = causeOf(difference)
  if (!comparison.differences.has(cause)) comparison.differences.set(cause, difference)
}
