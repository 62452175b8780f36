import { type MayBeMeant, nearestName } from '../errors/nearest-name.ts'
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
  if (kind === 'permissions' && misspeltMethod(policy) !== null) return false
  return !hasMediaType(kind) || isMediaType(policy.mediaType)
}

function adviceOf(value: unknown, kind: PolicyKind): string | null {
  const { method: decides } = kinds[kind]
  if (typeof value === 'function') return adviceForFunction(value, decides)
  const { mediaType, [decides]: method } = Object(value)
  const misspelt = kind === 'permissions' ? misspeltMethod(Object(value)) : null
  if (misspelt !== null) {
    return `It has ${misspelt.name}(): did you mean ${misspelt.meant}()? Under another name it is not asked, and allows every item.`
  }
  if (!hasMediaType(kind) || typeof method !== 'function') return null
  return `The media type ${JSON.stringify(mediaType)} must be a type and a subtype in lower case, without parameters: a renderer lists the ones it supports in its property parameters.`
}

function adviceForFunction(given: { readonly name: string }, method: string): string {
  if (/^class\b/.test(String(given))) return `Make one of it, as in new ${given.name}(…).`
  return given.name === ''
    ? `Put it into an object: { ${method}: … }.`
    : `Call it, as in ${given.name}(…).`
}

/** The methods without which a permission allows more. */
const narrowing: readonly string[] = ['scope', 'hasObjectPermission']

/**
 * A method of a permission that is probably meant to be another one. Permissions may have members
 * of their own, so the compiler accepts it.
 */
function misspeltMethod(permission: object): { name: string; meant: string } | null {
  for (const name of methodsOf(permission)) {
    const meant = narrowing.includes(name) ? null : nearestName(name, narrowing, isSlip)
    if (meant !== null) return { name, meant }
  }
  return null
}

/** The names of its own methods, and of those of its class. */
function methodsOf(policy: object): string[] {
  const prototype: object | null = Object.getPrototypeOf(policy)
  if (prototype === null) return []
  const methods = Object.entries(Object.getOwnPropertyDescriptors(policy))
    .filter(([, { value }]) => typeof value === 'function')
    .map(([name]) => name)
  return [...methods, ...methodsOf(prototype)]
}

/** One letter in five is wrong, or two have changed places. */
const isSlip: MayBeMeant = (name, other, distance) =>
  distance <= other.length / 5 || letters(name) === letters(other)

const letters = (name: string) => [...name.toLowerCase()].sort().join('')

const hasMediaType = (kind: PolicyKind) => kind === 'renderers' || kind === 'parsers'

/** Media types are compared as written. */
const isMediaType = (text: unknown): boolean =>
  typeof text === 'string' && parseMediaType(text)?.essence === text
