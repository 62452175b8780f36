import type { Rule, TextRule } from '../rules/rule.ts'

/*
 * A new setting is `NAME: setting(rule, () => default)` in the file of its group, such as
 * pagination.ts, with a doc comment that ends in the default; a rule with a text form, such as
 * `wholeNumber`, makes it an environment variable of the same name as well. Add values that it
 * takes and refuses to packages/turnpike/test/settings/definitions.test.ts, then let
 * packages/turnpike/test/settings/write-docs.ts write its docs.
 */

/**
 * The definition of a setting. Its type is that of its rule, and its documentation is the doc
 * comment above it. The environment has it when its rule has a text form.
 */
export interface Setting<Value = unknown, R extends Rule<Value> = Rule<Value>> {
  readonly rule: R
  /** The default, computed for each API. */
  default(): Value
  /** One spelling for values that mean the same. Absent means as given. */
  normalise?(value: Value): Value
}

/** Defines a setting: what it must be, and what it is when it is left out. */
export /* @__NO_SIDE_EFFECTS__ */ function setting<Value, const Default extends Value>(
  rule: TextRule<Value>,
  byDefault: () => Default,
  options?: Pick<Setting<Value>, 'normalise'>,
): Setting<Value, TextRule<Value>>
export /* @__NO_SIDE_EFFECTS__ */ function setting<Value, const Default extends Value>(
  rule: Rule<Value>,
  byDefault: () => Default,
  options?: Pick<Setting<Value>, 'normalise'>,
): Setting<Value>
export /* @__NO_SIDE_EFFECTS__ */ function setting<Value>(
  rule: Rule<Value>,
  byDefault: () => Value,
  options: Pick<Setting<Value>, 'normalise'> = {},
): Setting<Value> {
  return { rule, default: byDefault, ...options }
}

/** The values that definitions allow, by name. Editors show the doc comments of the definitions. */
export type ValuesOf<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends Setting<infer Value> ? Value : never
}

/** The names of the definitions that the environment can have. */
export type InEnvironment<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends {
    readonly rule: { readonly text: object }
  }
    ? Name
    : never
}[keyof Definitions]
