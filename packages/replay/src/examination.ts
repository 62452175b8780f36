import { compareOutcomes } from './comparing/compare.ts'
import type { Comparison, CursorLinks } from './comparing/comparison.ts'
import { CreatedIds } from './comparing/created-ids.ts'
import type { Difference } from './comparing/difference.ts'
import { RuleBook } from './comparing/rules.ts'
import type { ReplayOptions } from './options.ts'
import type { HeaderField } from './reading/recorded-request.ts'
import { type Cause, Findings, type NamedRequest } from './reporting/findings.ts'
import { isSecret, redacted, redactText, secretsOf } from './reporting/redact.ts'
import { type Saver, saverTo } from './reporting/save.ts'
import type { Outcome } from './sending/answer.ts'
import { type Side, sideOf } from './sending/side.ts'

/** A request as it was sent, and the two answers to compare. */
export interface Answered {
  readonly request: NamedRequest
  /** As they were sent, for what is secret in them. */
  readonly headers: readonly HeaderField[]
  readonly old: Outcome
  readonly new: Outcome
}

/** Compares answers, and keeps what is found. */
export class Examination {
  readonly findings: Findings
  readonly created = new CreatedIds()
  readonly old: Side
  readonly new: Side
  readonly #options: ReplayOptions
  readonly #saver: Promise<Saver> | null

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#saver = options.save === null ? null : saverTo(options.save, options.headers)
    // It is thrown where the first exchange is saved.
    this.#saver?.catch(() => {})
    this.findings = new Findings(options.explained)
    this.old = sideOf('old', options.from, options.publicUrls)
    this.new = sideOf('new', options.to, options.publicUrls)
  }

  /** Adds the differences to the findings. @returns links to further pages, and the causes. */
  async add(answered: Answered): Promise<{ links: readonly CursorLinks[]; causes: Cause[] }> {
    const { rules, cursorParams, headers: given } = this.#options
    const comparison: Comparison = {
      old: this.old,
      new: this.new,
      rules: new RuleBook(rules),
      created: this.created,
      cursorParams,
      differences: new Map(),
      cursorLinks: [],
    }
    compareOutcomes(comparison, answered.old, answered.new)

    const secrets = secretsOf(answered.headers, given)
    const { method, target, place } = answered.request
    const request = { method, target: redactText(target, secrets), place }
    const differences = [...comparison.differences.values()].map((each) =>
      redactedDifference(each, secrets),
    )
    const causes = this.findings.add(request, differences, comparison.rules.used)
    if (this.#saver !== null && causes.length > 0) {
      const saver = await this.#saver
      await saver.save({ ...answered, request, differences }, causes, secrets)
    }
    return { links: comparison.cursorLinks, causes }
  }
}

function redactedDifference(difference: Difference, secrets: readonly string[]): Difference {
  const isHidden = isSecret(difference)
  const shown = (text: string | null) => {
    if (text === null) return null
    return isHidden ? redacted : redactText(text, secrets)
  }
  return { ...difference, old: shown(difference.old), new: shown(difference.new) }
}
