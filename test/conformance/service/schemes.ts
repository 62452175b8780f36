import {
  AuthenticationFailed,
  basicAuthentication,
  PermissionDenied,
  remoteUserAuthentication,
  type Scheme,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import type { ScenarioAccounts } from './accounts.ts'
import { NotSupported } from './not-supported.ts'

interface SchemePolicy {
  class: string
  realm?: string
  keyword?: string
  /** The header that names the user. */
  header?: string
  detail?: string
  code?: string
  /** The `WWW-Authenticate` value. Absent: the scheme supplies none. */
  challenge?: string
}

/** A scheme by the name that the scenarios give it. */
export function createScheme(
  policy: SchemePolicy,
  { users, tokens, sessions, remoteUsers }: ScenarioAccounts,
): Scheme {
  const { detail, code, challenge } = policy
  const challenging = challenge === undefined ? {} : { challenge: () => challenge }

  switch (policy.class) {
    case 'BasicAuthentication':
      return basicAuthentication({ users, realm: policy.realm ?? 'api' })

    case 'TokenAuthentication':
      return tokenAuthentication({ tokens, keyword: policy.keyword ?? 'Token' })

    case 'SessionAuthentication':
      return sessionAuthentication({ sessions })

    case 'RemoteUserAuthentication':
      return remoteUsers === 'ignore'
        ? { authenticate: () => null }
        : remoteUserAuthentication({ users, createUnknown: remoteUsers === 'create' })

    case 'HeaderScheme':
      return {
        async authenticate({ headers }) {
          const username = headers.get(policy.header ?? 'X-Username')
          if (!username) return null

          const user = await users.find(username)
          if (user === null) throw new AuthenticationFailed('No such user')
          return { user, auth: null }
        },
        ...challenging,
      }

    case 'FailingScheme':
      return {
        authenticate() {
          throw new AuthenticationFailed(detail, code)
        },
        ...challenging,
      }

    case 'RefusingScheme':
      return {
        authenticate() {
          throw new PermissionDenied(detail)
        },
        ...challenging,
      }

    case 'SkippingScheme':
      return { authenticate: () => null, ...challenging }

    case 'BrokenScheme':
      return {
        authenticate({ connection }) {
          const { certificate } = connection as unknown as { certificate: { owner: string } }
          return { user: certificate.owner, auth: null }
        },
        ...challenging,
      }

    default:
      throw new NotSupported(`The scheme ${policy.class}`)
  }
}
