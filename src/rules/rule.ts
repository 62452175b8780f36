import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'

/** What a value must be that somebody configures: a setting, an option, a variable. */
export interface Rule<Value> {
  /** Completes "It must be …": `a whole number of at least 1`. */
  readonly expected: string
  accepts(value: unknown): value is Value
  /** What to do about a value that is refused, as a sentence. Absent or null: nothing to add. */
  advise?(value: unknown): string | null
  /** True: no message repeats a refused value, which may be a secret after all. Default false. */
  readonly isSecret?: boolean
  /** How an environment variable has the value. Absent: it cannot. */
  readonly text?: TextForm<Value>
}

/** How a value is written as a text, such as that of an environment variable. */
export interface TextForm<Value> {
  /** Completes "It must be …", for texts: `true or false`. */
  readonly expected: string
  /** Undefined: the text stands for no such value. */
  parse(text: string): Value | undefined
}

/** The rule of values that an environment variable can have. */
export interface TextRule<Value> extends Rule<Value> {
  readonly text: TextForm<Value>
}

/** Null, too: from the environment, it is `none`. */
export function orNull<Value>(rule: TextRule<Value>): TextRule<Value | null>
export function orNull<Value>(rule: Rule<Value>): Rule<Value | null>
export function orNull<Value>(rule: Rule<Value>): Rule<Value | null> {
  const { expected, text } = rule
  return {
    ...rule,
    expected: `${expected}, or null`,
    accepts: (value) => value === null || rule.accepts(value),
    ...(text && {
      text: {
        expected: `${text.expected}, or none`,
        parse: (written) => (written === 'none' ? null : text.parse(written)),
      },
    }),
  }
}

/**
 * Refuses a value that does not keep to the rule.
 *
 * @param name of the value, for the message: `PAGE_SIZE`, `maxDepth of jsonParser()`.
 * @throws ConfigurationError that says what the value must be.
 */
export function requireValid<Value>(
  name: string,
  rule: Rule<Value>,
  value: unknown,
): asserts value is Value {
  if (rule.accepts(value)) return
  const given = rule.isSecret ? '' : `, not ${asWritten(value)}`
  const advice = rule.advise?.(value) ?? ''
  throw new ConfigurationError(`${name} must be ${rule.expected}${given}. ${advice}`.trimEnd())
}
