import { fieldOf } from '../accounts/user.ts'
import { nameOf } from '../authentication/authenticate.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { CredentialsPlace } from '../authentication/scheme-description.ts'
import type { HttpRequest } from '../http/http-request.ts'
import type { View } from '../views/view.ts'
import type { SchemeStep } from './explanation.ts'
import type { SchemeRecord } from './recorded/recording.ts'
import { saidBy } from './said-by.ts'

/** The answers of the view's schemes, in their order. */
export const schemeSteps = (
  view: View,
  records: readonly SchemeRecord[],
  request: HttpRequest,
): SchemeStep[] =>
  view.authentication.map((scheme, index) => {
    const record = records[index]
    const name = nameOf(scheme)
    if (record === undefined) return { name, result: 'not asked', said: null }
    const { outcome } = record
    if ('error' in outcome) return { name, result: 'failed', said: saidBy(outcome.error) }
    const identity = outcome.result
    if (identity === null) {
      return { name, result: 'not attempted', said: absenceOf(scheme, view, request) }
    }
    const pk = fieldOf(identity.user, 'pk')
    return {
      name,
      result: 'succeeded',
      said: null,
      ...(pk !== undefined && { user: String(pk) }),
      ...(identity.credential !== undefined && { credential: identity.credential }),
    }
  })

/** Where the credentials of a scheme are sent: undefined when it does not describe itself. */
export const placeOf = (
  scheme: Scheme,
  view: View,
  request: HttpRequest,
): CredentialsPlace | null | undefined => scheme.describe?.(request, view).credentials

/** The credentials that a scheme has looked for without success. */
function absenceOf(scheme: Scheme, view: View, request: HttpRequest): string {
  const place = placeOf(scheme, view, request)
  if (place === undefined) return undescribed(scheme, request)
  if (place === null) {
    return 'the web server in front named no user, or is not in TRUSTED_PROXIES'
  }
  if ('cookie' in place) {
    return request.cookies.has(place.cookie)
      ? `the cookie ${place.cookie} is not valid here: it has expired, was ended, or is of another service`
      : `no cookie ${place.cookie}`
  }
  const { header, keyword } = place
  const value = request.headers.get(header)
  if (value === null) return `no ${header} header`
  if (keyword === undefined) return notTaken(header)

  const sent = value.slice(0, Math.max(value.indexOf(' '), 0)) || value
  if (sent.toLowerCase() === keyword.toLowerCase()) {
    return `${header} has the keyword ${keyword}, but its credentials are not for this scheme`
  }
  const shown = knownKeyword(sent, view, request)
  return `${header} has another keyword than ${keyword}${shown === null ? '' : `: ${shown}`}`
}

/** A scheme that only says which header fields it reads, or nothing at all. */
function undescribed({ vary = [] }: Scheme, { headers }: HttpRequest): string {
  const sent = vary.filter((name) => headers.has(name))
  if (vary.length === 0) return 'no credentials of its kind'
  return sent.length > 0 ? notTaken(sent.join(', ')) : `no ${vary.join(' or ')} header`
}

const notTaken = (header: string) => `${header} was sent, but its value is not for this scheme`

/** The keyword as it is registered or used by the view. Anything else may be a secret: null. */
function knownKeyword(sent: string, view: View, request: HttpRequest): string | null {
  const own = view.authentication.flatMap((scheme) => {
    const place = placeOf(scheme, view, request)
    return place && 'header' in place && place.keyword !== undefined ? [place.keyword] : []
  })
  const known = [...own, ...registered].find((word) => word.toLowerCase() === sent.toLowerCase())
  return known ?? null
}

/** IANA's HTTP Authentication Schemes (RFC 9110 §16.4.1), and what else is often sent. */
const registered = [
  'Basic',
  'Bearer',
  'Concealed',
  'Digest',
  'DPoP',
  'GNAP',
  'Hawk',
  'HOBA',
  'Mutual',
  'Negotiate',
  'NTLM',
  'OAuth',
  'PrivateToken',
  'SCRAM-SHA-1',
  'SCRAM-SHA-256',
  'Signature',
  'vapid',
  'Api-Key',
  'ApiKey',
  'JWT',
  'Key',
  'Token',
]
