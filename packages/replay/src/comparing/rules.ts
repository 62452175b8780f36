/** Differences that are equal by rule. Each is counted, and can be switched off. */
export const rules = {
  'connection-fields': 'Connection, Keep-Alive, Transfer-Encoding and the like',
  'server-fields': 'what a server or proxy says of itself: Date, Server, Via, X-Request-Id …',
  'protective-fields': 'what protects browsers: X-Frame-Options, Referrer-Policy …',
  'length-fields': 'Content-Length, Accept-Ranges: the bodies are compared',
  compression: 'Content-Encoding, and Accept-Encoding in Vary: bodies are compared decompressed',
  'entity-tags': 'the values of ETag, if both have one',
  'cookie-values': 'the values of cookies that are set; names and attributes are compared',
  sets: 'the order and repetition in Allow, Vary, Cache-Control and the like',
  'media-types': 'spaces, case and quotes in Content-Type, and charset=utf-8 of JSON',
  'relative-expiry': 'Expires, equally long after Date, by 2 seconds',
  'retry-after': 'Retry-After, by 5 seconds',
  'own-links': 'links that begin with the base URL of the service itself',
  cursors: 'the cursor in a link, which each service writes in its own way',
  'key-order': 'the order of the keys of an object',
  'json-notation': 'spaces between values and escapes in strings',
  'number-notation': 'other notations of the same number: 1.50 and 1.5, 100 and 1e2',
  'same-instant': 'other notations of the same time, down to its last digit',
  'created-ids': 'ids given to what was created by a replayed request',
  'changed-times': 'times that differ; off unless chosen by --ignore',
} as const satisfies Record<string, string>

export type RuleName = keyof typeof rules

export const ruleNames = Object.keys(rules) as RuleName[]

/** Those that could hide a defect, and are off by default. */
export const optionalRules: readonly RuleName[] = ['changed-times']

/** The rules that apply, and how often each was needed. */
export class RuleBook {
  readonly used = new Map<RuleName, number>()
  readonly #on: ReadonlySet<RuleName>

  constructor(on: Iterable<RuleName> = defaultRules()) {
    this.#on = new Set(on)
  }

  /** Whether the rule is on. Call it only where the rule decides: each call counts. */
  allows(rule: RuleName): boolean {
    if (!this.#on.has(rule)) return false
    this.used.set(rule, (this.used.get(rule) ?? 0) + 1)
    return true
  }

  isOn = (rule: RuleName): boolean => this.#on.has(rule)
}

export const defaultRules = (): RuleName[] =>
  ruleNames.filter((rule) => !optionalRules.includes(rule))
