import { type Rule, requireValid } from '../rules/rule.ts'
import { ConfigurationError } from './configuration-error.ts'
import { isMisspelt, isSimilar, nearestName } from './nearest-name.ts'

/**
 * The option names of a factory, checked at run time because JavaScript callers have no compiler.
 */
export interface KnownOptions<Options> {
  readonly names: readonly (keyof Options & string)[]
  /**
   * @param what whose options they are, for messages; default the factory.
   * @throws ConfigurationError with the intended option, the missing one, or what an option must
   *   be.
   */
  require(given: object | undefined, what?: string): void
}

/**
 * Every option of the type by name: the compiler rejects a list with an option missing or too many.
 * If there is a rule instead of the word, the value is checked, too.
 */
export type OptionNames<Options> = {
  readonly [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? 'optional' | Rule<Exclude<Options[Name], undefined>>
    : 'required' | { readonly required: Rule<Options[Name]> }
}

/**
 * The names that an options object may have, and the error for any other.
 *
 * @param factory the factory's name for messages: `tokenAuthentication()`.
 * @param isOpen true: the object may have other properties, as in `tokenAuthentication(accounts)`.
 *   Only names that look like a misspelt option are rejected.
 */
export /* @__NO_SIDE_EFFECTS__ */ function knownOptions<Options>(
  factory: string,
  options: OptionNames<Options>,
  { isOpen = false } = {},
): KnownOptions<Options> {
  const entries = Object.entries<Kind>(options)
  const names = entries.map(([name]) => name) as (keyof Options & string)[]
  const required = entries.filter(([, kind]) => isRequired(kind)).map(([name]) => name)
  return {
    names,

    require(given = {}, what = factory) {
      if (typeof given !== 'object' || Array.isArray(given)) {
        const kind = Array.isArray(given) ? 'a list' : `a ${typeof given}`
        const some = names.length > 4 ? [...names.slice(0, 4), '…'] : names
        throw new ConfigurationError(
          `${what} must be an object, and not ${kind}: { ${some.join(', ')} }.`,
        )
      }
      requireKnown(what, given, names, { isOpen })
      for (const [name, kind] of entries) {
        const value: unknown = Reflect.get(given, name)
        const rule = ruleOf(kind)
        if (value === undefined && !required.includes(name)) continue
        if (rule !== null) requireValid(`${name} of ${what}`, rule, value)
        else if (value === undefined) {
          throw new ConfigurationError(`${what} needs ${name}: give it { ${required.join(', ')} }.`)
        }
      }
    },
  }
}

type Kind = 'optional' | 'required' | Rule<unknown> | { readonly required: Rule<unknown> }

const isRequired = (kind: Kind): boolean =>
  kind === 'required' || (typeof kind === 'object' && 'required' in kind)

function ruleOf(kind: Kind): Rule<unknown> | null {
  if (typeof kind === 'string') return null
  return 'required' in kind ? kind.required : kind
}

/**
 * Rejects unknown names, which would otherwise be silently ignored: a view with a misspelt
 * `permissions` would be open to everyone.
 *
 * @param what whose names they are, for the message: `the view Notes`.
 * @param isOpen true: only names similar to a known one are rejected.
 * @throws ConfigurationError that suggests the intended name.
 */
export function requireKnown(
  what: string,
  given: object,
  known: readonly string[],
  { isOpen = false } = {},
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = nearestName(name, known, isOpen ? isMisspelt : isSimilar)
    if (meant === null && isOpen) continue
    const advice = meant === null ? `Valid options: ${known.join(', ')}.` : `Did you mean ${meant}?`
    throw new ConfigurationError(`Unknown option ${name} of ${what}. ${advice}`)
  }
}
