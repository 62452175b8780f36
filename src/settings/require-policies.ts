import { ConfigurationError } from '../errors/configuration-error.ts'
import { parseMediaType } from '../http/syntax/media-type.ts'

/** What each policy must be able to do. */
const methods = {
  authentication: 'authenticate',
  permissions: 'hasPermission',
  throttles: 'allowRequest',
  renderers: 'render',
  parsers: 'parse',
  pagination: 'paginate',
} as const

type Kind = keyof typeof methods

/**
 * Refuses what is no policy, such as `tokenAuthentication` that was not called: where JavaScript is
 * written, no compiler does.
 *
 * @param where the policies were given, for the message: `The view Notes`.
 * @param given lists of policies, or one pagination style; undefined and null: none.
 * @throws ConfigurationError that says what to write.
 */
export function requirePolicies(
  where: string,
  given: Readonly<Partial<Record<Kind, unknown>>>,
): void {
  for (const kind of Object.keys(methods) as Kind[]) {
    const policies = given[kind]
    if (policies === undefined || policies === null) continue
    if (kind === 'pagination') requirePolicy(where, kind, policies)
    else requireList(where, kind, policies)
  }
}

function requireList(where: string, kind: Kind, policies: unknown): void {
  if (!Array.isArray(policies)) {
    throw new ConfigurationError(`${where} needs a list of ${kind}: put what is given into [ ].`)
  }
  for (const policy of policies) {
    requirePolicy(where, kind, policy)
    if (kind === 'renderers' || kind === 'parsers') requireMediaType(policy.mediaType)
  }
}

function requirePolicy(where: string, kind: Kind, policy: unknown): void {
  const method = methods[kind]
  if (typeof Object(policy)[method] === 'function') return
  throw new ConfigurationError(
    typeof policy === 'function'
      ? `${where} is given ${policy.name}, which has no ${method}(): call it, as in ${policy.name}(…).`
      : `${where} is given something that has no ${method}() among its ${kind}.`,
  )
}

/** Media types are compared as they are written. */
function requireMediaType(mediaType: string): void {
  if (parseMediaType(mediaType)?.essence === mediaType) return
  throw new ConfigurationError(
    `The media type ${JSON.stringify(mediaType)} must be a type and a subtype in lower case, without parameters: those that a renderer understands are named in its list parameters.`,
  )
}
