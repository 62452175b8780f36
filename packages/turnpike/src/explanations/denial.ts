import { isScoped } from '../accounts/scopes.ts'
import { fieldOf } from '../accounts/user.ts'
import { ApiException } from '../errors/api-exception.ts'
import type { ApiRequest } from '../http/request.ts'
import type { View } from '../views/view.ts'
import { messageOf } from './check-steps.ts'
import type { PermissionStep, Reason } from './explanation.ts'
import type { PermissionRecord, Recording } from './recorded/recording.ts'
import { placeOf } from './scheme-steps.ts'

/** Why a permission has denied the request, and what would have helped. */
export function denialOf(
  denial: PermissionStep,
  view: View,
  request: ApiRequest,
  recording: Recording,
): Reason {
  if (denial.result === 'failed') return failure(denial, recording.thrown)
  const deciding = decidingPartOf(denial)
  const because = deciding === denial ? '' : ` because of ${deciding.name}`
  const subject = denial.about === 'item' ? 'this item' : 'the request'
  const sender = senderOf(request)
  return {
    refusedBy: 'permission',
    reason: [`${denial.name} denied ${sender} ${subject}${because}.`, deciding.said ?? denial.said]
      .filter((sentence) => sentence !== null)
      .join(' '),
    advice: request.isIdentified
      ? adviceForScopes(recording.permissions, request)
      : [...untaken(request), ...howToSignIn(view, request, recording.signInPath)],
  }
}

const senderOf = ({ user, isIdentified }: ApiRequest): string =>
  isIdentified ? `user ${String(fieldOf(user, 'pk') ?? 'without pk')}` : 'an anonymous user'

function failure({ name, said }: PermissionStep, thrown: unknown): Reason {
  const isCsrf = thrown instanceof ApiException && thrown.codes === 'csrf_failed'
  return {
    refusedBy: isCsrf ? 'CSRF check' : 'permission',
    reason: `${name} refused the request: ${said}`,
    advice: [],
  }
}

/** The only part of a combination that has decided, down to one without parts. */
function decidingPartOf(step: PermissionStep): PermissionStep {
  const denying = step.parts.filter(({ result }) => result === 'denied')
  // `not` denies because of a part that allows, `anyOf` because of all its parts.
  const [deciding = step.parts.at(-1)] = denying
  return deciding === undefined || denying.length > 1 ? step : decidingPartOf(deciding)
}

/** The scopes that the credentials lack, if a permission asks for some. */
function adviceForScopes(records: readonly PermissionRecord[], { auth }: ApiRequest): string[] {
  const lacking = leavesOf(records).filter(
    ({ permission, outcome }) =>
      permission.code === 'insufficient_scope' && 'result' in outcome && !outcome.result,
  )
  if (lacking.length === 0) return []
  const needed = lacking.map(({ permission }) => messageOf(permission) ?? '').join(' ')
  if (!isScoped(auth)) {
    return [`${needed} Those of the request have no scopes at all: isUnscoped allows them.`.trim()]
  }
  const owned = auth.scopes.length === 0 ? 'no scope' : auth.scopes.join(' and ')
  return [`${needed} Those of the request have ${owned}.`.trim()]
}

const leavesOf = (records: readonly PermissionRecord[]): PermissionRecord[] =>
  records.flatMap((record) => (record.parts.length > 0 ? leavesOf(record.parts) : [record]))

/** The most common mistake is another keyword. */
const untaken = ({ headers }: ApiRequest): string[] =>
  headers.has('Authorization')
    ? ['Authorization was sent, but no scheme took it: see what each one said.']
    : []

/** The places where the view's schemes look for credentials. */
function howToSignIn(view: View, request: ApiRequest, signInPath: string | null): string[] {
  if (view.authentication.length === 0) {
    return ['The view has no schemes, so that no credentials can help.']
  }
  const ways = view.authentication.flatMap((scheme) => {
    const place = placeOf(scheme, view, request)
    if (!place) return []
    if ('cookie' in place) {
      return [signInPath === null ? `cookie ${place.cookie}` : `sign in at ${signInPath}`]
    }
    return [`${place.header}: ${place.keyword === undefined ? '' : `${place.keyword} `}…`]
  })
  if (ways.length === 0) return ['Send credentials for one of the schemes.']
  return [ways.length === 1 ? `Send ${ways[0]}` : `Send one of: ${ways.join(' | ')}`]
}
