import { parseMediaType } from '../http/syntax/media-type.ts'
import { type Rule, requireValid } from './rule.ts'

/** The name and the method of each kind of policy. */
const kinds = {
  authentication: {
    one: 'an authentication scheme',
    of: 'authentication schemes',
    method: 'authenticate',
  },
  permissions: { one: 'a permission', of: 'permissions', method: 'hasPermission' },
  throttles: { one: 'a throttle', of: 'throttles', method: 'allowRequest' },
  renderers: { one: 'a renderer', of: 'renderers', method: 'render' },
  parsers: { one: 'a parser', of: 'parsers', method: 'parse' },
  pagination: { one: 'a pagination style', of: 'pagination styles', method: 'paginate' },
} as const

export type PolicyKind = keyof typeof kinds

/**
 * A policy. JavaScript callers may forget to call its factory: `tokenAuthentication` without `(…)`.
 */
export /* @__NO_SIDE_EFFECTS__ */ function policy<Policy>(kind: PolicyKind): Rule<Policy> {
  const { one, method } = kinds[kind]
  return {
    expected: `${one}, which has ${method}()`,
    accepts: (value): value is Policy => isPolicy(value, kind),
    advise: (value) => adviceOf(value, kind),
  }
}

/** A list of policies of a kind. */
export /* @__NO_SIDE_EFFECTS__ */ function policies<Policy>(
  kind: PolicyKind,
): Rule<readonly Policy[]> {
  const { of, method } = kinds[kind]
  return {
    expected: `a list of ${of}, which have ${method}()`,
    accepts: (value): value is readonly Policy[] =>
      Array.isArray(value) && value.every((item) => isPolicy(item, kind)),
    advise(value) {
      if (isPolicy(value, kind)) return 'Put it into [ ].'
      const wrong = Array.isArray(value) ? value.find((item) => !isPolicy(item, kind)) : value
      return adviceOf(wrong, kind)
    },
  }
}

/**
 * Checks the policies of one view.
 *
 * @param owner whose policies they are, for the message: `the view Notes`.
 * @param given lists of policies, or one pagination style; undefined and null: none.
 * @throws ConfigurationError with what to change.
 */
export function requirePolicies(
  owner: string,
  given: Readonly<Partial<Record<PolicyKind, unknown>>>,
): void {
  for (const kind of Object.keys(kinds) as PolicyKind[]) {
    const value = given[kind]
    if (value === undefined || value === null) continue
    requireValid(
      `${kind} of ${owner}`,
      kind === 'pagination' ? policy(kind) : policies(kind),
      value,
    )
  }
}

function isPolicy(value: unknown, kind: PolicyKind): boolean {
  const policy = Object(value)
  if (typeof policy[kinds[kind].method] !== 'function') return false
  return !hasMediaType(kind) || isMediaType(policy.mediaType)
}

function adviceOf(value: unknown, kind: PolicyKind): string | null {
  if (typeof value === 'function') return `Call it, as in ${value.name}(…).`
  const { mediaType, [kinds[kind].method]: method } = Object(value)
  if (!hasMediaType(kind) || typeof method !== 'function') return null
  return `The media type ${JSON.stringify(mediaType)} must be a type and a subtype in lower case, without parameters: a renderer lists the ones it supports in its property parameters.`
}

const hasMediaType = (kind: PolicyKind) => kind === 'renderers' || kind === 'parsers'

/** Media types are compared as written. */
const isMediaType = (text: unknown): boolean =>
  typeof text === 'string' && parseMediaType(text)?.essence === text
