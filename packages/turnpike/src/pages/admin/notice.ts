import { html } from 'hono/html'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import { createSigner } from '../../http/signing.ts'
import { setCookie } from '../../http/syntax/cookies.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import type { Visit } from './visit.ts'

/** The result of a form, shown on the next page. */
export interface Notice {
  readonly kind: 'good' | 'bad'
  readonly text: string
}

/**
 * Redirects after a form, so that a reload does not send it again. The notice travels in a signed
 * cookie, valid for this user and one minute, so that nobody else can put words into the page.
 */
export function redirectWithNotice(
  { request, view, actor }: Visit,
  location: string,
  notice: Notice,
  headers: Headers = new Headers(),
): ApiResponse {
  const { SECRET_KEYS } = view.settings
  const sealed: SealedNotice = { ...notice, pk: actor.pk, until: Date.now() + lifeSeconds * 1000 }
  const payload = new TextEncoder().encode(JSON.stringify(sealed))
  headers.set('Location', location)
  headers.set('Cache-Control', 'no-store')
  headers.append(
    'Set-Cookie',
    cookie(request, createSigner(SECRET_KEYS, purpose).sign(payload), lifeSeconds),
  )
  return new ApiResponse(undefined, 303, headers)
}

/** The pending notice for this page. It is shown once: the response clears its cookie. */
export function noticeFor(
  { actor }: Visit,
  { request, view, headers }: PageContext,
): Notice | null {
  const text = request.cookies.get(cookieName(request))
  if (!text) return null

  headers.append('Set-Cookie', cookie(request, '', 0))
  const payload = createSigner(view.settings.SECRET_KEYS, purpose).open(text)
  if (payload === null) return null
  // Only data signed here is parsed.
  const sealed: SealedNotice = JSON.parse(new TextDecoder().decode(payload))
  return sealed.pk === actor.pk && sealed.until > Date.now() ? sealed : null
}

/** The notice at the top of a page, announced at once by screen readers. */
export const noticeBox = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'good' ? 'status' : 'alert'}">${text}</p>`

interface SealedNotice extends Notice {
  readonly pk: number | string
  /** Milliseconds since 1970. */
  readonly until: number
}

const purpose = 'admin notice'
const lifeSeconds = 60

const isSecure = ({ client }: ApiRequest) => client.scheme === 'https'

const cookieName = (request: ApiRequest) =>
  isSecure(request) ? '__Host-turnpike_notice' : 'turnpike_notice'

const cookie = (request: ApiRequest, value: string, maxAgeSeconds: number) =>
  setCookie(cookieName(request), value, {
    maxAgeSeconds,
    isSecure: isSecure(request),
    isHttpOnly: true,
  })
