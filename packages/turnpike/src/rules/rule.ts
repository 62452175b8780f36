import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'

/** The rule of a configured value: a setting, an option or a variable. */
export interface Rule<Value> {
  /** Completes "It must be …": `a whole number of at least 1`. */
  readonly expected: string
  accepts(value: unknown): value is Value
  /** Advice about an invalid value, as a sentence. Absent or null: nothing to add. */
  advise?(value: unknown): string | null
  /** An invalid value for messages; null if it may be a secret. Default as written in code. */
  show?(value: unknown): string | null
  /** The form of the value in an environment variable. Absent if there is none. */
  readonly text?: TextForm<Value>
}

/** The text form of a value, as in an environment variable. */
export interface TextForm<Value> {
  /** Completes "It must be …", for texts: `true or false`. */
  readonly expected: string
  /** Undefined if the text is invalid. */
  parse(text: string): Value | undefined
  /** Advice about an invalid text, as a sentence. Absent or null: nothing to add. */
  advise?(text: string): string | null
}

/** A rule for values that an environment variable can hold. */
export interface TextRule<Value> extends Rule<Value> {
  readonly text: TextForm<Value>
}

/** Also allows null, which is `none` in the environment. */
export /* @__NO_SIDE_EFFECTS__ */ function orNull<Value>(
  rule: TextRule<Value>,
): TextRule<Value | null>
export /* @__NO_SIDE_EFFECTS__ */ function orNull<Value>(rule: Rule<Value>): Rule<Value | null>
export /* @__NO_SIDE_EFFECTS__ */ function orNull<Value>(rule: Rule<Value>): Rule<Value | null> {
  const { expected, text } = rule
  return {
    ...rule,
    expected: `${expected}, or null`,
    accepts: (value) => value === null || rule.accepts(value),
    ...(text && {
      text: {
        ...text,
        expected: `${text.expected}, or none`,
        parse: (written) => (written === 'none' ? null : text.parse(written)),
      },
    }),
  }
}

/**
 * Rejects a value that breaks the rule.
 *
 * @param name the value's name for the message: `PAGE_SIZE`, `maxDepth of jsonParser()`.
 * @throws ConfigurationError with what the value must be.
 */
export function requireValid<Value>(
  name: string,
  rule: Rule<Value>,
  value: unknown,
): asserts value is Value {
  if (rule.accepts(value)) return
  const shown = shownBy(rule, value)
  const given = shown === null ? '' : `, not ${shown}`
  const advice = rule.advise?.(value) ?? ''
  throw new ConfigurationError(`${name} must be ${rule.expected}${given}. ${advice}`.trimEnd())
}

/** An invalid value for messages; null if it is not shown. */
export const shownBy = (rule: Rule<unknown>, value: unknown): string | null =>
  rule.show === undefined ? asWritten(value) : rule.show(value)
