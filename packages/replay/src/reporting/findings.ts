import { causeOf, type Difference } from '../comparing/difference.ts'
import type { RuleName } from '../comparing/rules.ts'
import { type Explanation, explainer } from './explained.ts'
import { pathPattern } from './patterns.ts'

/** A request as reports name it. */
export interface NamedRequest {
  readonly method: string
  readonly target: string
  readonly place: string
}

/** All differences of one cause. */
export interface Cause {
  readonly cause: string
  /** Why it is accepted; null if it is not explained. */
  readonly why: string | null
  /** Requests with it. */
  requests: number
  readonly first: NamedRequest
  /** The value in the first old answer; null if there was none. */
  readonly old: string | null
  readonly new: string | null
  /** Paths without ids, and how many requests of each; at most twenty of them. */
  readonly paths: Map<string, number>
}

/** More causes than these are counted together: keys of objects can be without end. */
const maxCauses = 2000
const maxPaths = 20

/** The findings of a replay: causes and counts, whose size does not grow with the traffic. */
export class Findings {
  /** Requests that both services were sent. */
  compared = 0
  /** Compared requests without any difference. */
  equal = 0
  /** Compared requests with a difference that is not explained. */
  unexplained = 0
  /** Further pages that were compared by following cursors. */
  followed = 0
  readonly skipped = new Map<string, number>()
  readonly unreadable = new Map<string, { count: number; first: string }>()
  readonly rules = new Map<RuleName, number>()
  readonly #causes = new Map<string, Cause>()
  readonly #explanations: readonly {
    explanation: Explanation
    fits: ReturnType<typeof explainer>
  }[]
  readonly #usedExplanations = new Set<Explanation>()

  constructor(explained: readonly Explanation[] = []) {
    this.#explanations = explained.map((explanation) => ({
      explanation,
      fits: explainer(explanation),
    }))
  }

  /** The most frequent first. */
  get causes(): Cause[] {
    return [...this.#causes.values()].toSorted((one, other) => other.requests - one.requests)
  }

  get unusedExplanations(): Explanation[] {
    return this.#explanations
      .map(({ explanation }) => explanation)
      .filter((explanation) => !this.#usedExplanations.has(explanation))
  }

  skip(reason: string): void {
    const isNew = !this.skipped.has(reason) && this.skipped.size >= maxCauses
    const counted = isNew ? 'for other reasons' : reason
    this.skipped.set(counted, (this.skipped.get(counted) ?? 0) + 1)
  }

  addUnreadable(reason: string, place: string): void {
    const known = this.unreadable.get(reason)
    if (known === undefined) this.unreadable.set(reason, { count: 1, first: place })
    else known.count++
  }

  /**
   * Adds what was found in the answers to one request.
   *
   * @returns the causes of its differences, each once; empty: there are none.
   */
  add(
    request: NamedRequest,
    differences: readonly Difference[],
    used: ReadonlyMap<RuleName, number>,
  ): Cause[] {
    this.compared++
    for (const [rule, count] of used) this.rules.set(rule, (this.rules.get(rule) ?? 0) + count)
    const causes = new Set(differences.map((difference) => this.#causeOf(request, difference)))
    const pattern = pathPattern(request.target)
    for (const cause of causes) {
      cause.requests++
      const isNew = !cause.paths.has(pattern)
      if (!isNew || cause.paths.size < maxPaths) {
        cause.paths.set(pattern, (cause.paths.get(pattern) ?? 0) + 1)
      }
    }
    if (causes.size === 0) this.equal++
    if ([...causes].some(({ why }) => why === null)) this.unexplained++
    return [...causes]
  }

  #causeOf(request: NamedRequest, difference: Difference): Cause {
    const path = request.target.split('?', 1)[0] ?? ''
    const found = this.#explanations.find(({ fits }) =>
      fits(difference, { method: request.method, path }),
    )
    if (found !== undefined) this.#usedExplanations.add(found.explanation)
    const why = found?.explanation.why ?? null
    // Pages for people differ in everything: one difference for each path says enough.
    const cause =
      difference.kind === 'HTML' ? `body of ${pathPattern(path)}: HTML` : causeOf(difference)
    return this.#known(cause, why, request, difference)
  }

  #known(name: string, why: string | null, request: NamedRequest, difference: Difference): Cause {
    const isFull = this.#causes.size >= maxCauses && !this.#causes.has(keyOf(name, why))
    const cause = isFull ? 'further causes' : name
    const known = this.#causes.get(keyOf(cause, why))
    if (known !== undefined) return known
    const { old, new: changed } = difference
    const added = { cause, why, requests: 0, first: request, old, new: changed, paths: new Map() }
    this.#causes.set(keyOf(cause, why), added)
    return added
  }
}

const keyOf = (cause: string, why: string | null) => JSON.stringify([cause, why])
