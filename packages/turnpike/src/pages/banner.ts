import { html } from 'hono/html'
import { fieldOf } from '../accounts/user.ts'
import { sessionIdOf } from '../authentication/session-cookies.ts'
import type { ApiRequest } from '../http/request.ts'
import { isRead } from '../http/syntax/safe-methods.ts'
import { brand } from './brand.ts'
import type { Html } from './html.ts'
import { csrfInput, type PageContext } from './page-context.ts'
import type { Site } from './site.ts'
import { type Translate, translateFor } from './translate.ts'

/** The top of every page: the service's name, its links, and the signed-in user. */
export const banner = (site: Site, context: PageContext): Html => html`<header class="banner">
${brand(site.homeUrl, titleOf(site, context))}
${siteLinks(site, context)}
<div class="user">${signedIn(site, context)}</div>
</header>`

/** The top of a page that does not depend on the request. */
export const plainBanner = (
  { homeUrl, title }: Site,
  t: Translate,
): Html => html`<header class="banner">
${brand(homeUrl, title ?? t('Home'))}
</header>`

export const titleOf = ({ title }: Site, { request }: PageContext): string =>
  title ?? request.client.host

function siteLinks({ links }: Site, { request }: PageContext): Html | null {
  const shown = links.filter(({ isForStaff }) => !isForStaff || isStaff(request))
  if (shown.length === 0) return null

  return html`<nav class="links" aria-label="${translateFor(request)('Service')}"><ul>
${shown.map(
  ({ name, url }) =>
    html`<li><a href="${url}"${isWithin(request.path, url) && html` aria-current="true"`}>${name}</a></li>\n`,
)}</ul></nav>`
}

/** Whether the page is the link's target or below it. */
const isWithin = (path: string, url: string) => url !== '/' && path.startsWith(url)

function signedIn(site: Site, context: PageContext): Html {
  const { request, view } = context
  if (view.page === 'login') return html``
  const t = translateFor(request)
  const name = signedInAs(request)
  if (request.isIdentified) {
    // A page with a username must not be shown to others, or after its user has signed out.
    context.headers.set('Cache-Control', 'no-store')
    // Only a session can be ended, not credentials that are sent with every request.
    const hasSession = sessionIdOf(request, view) !== null
    return html`<span>${name}</span>${hasSession && site.logoutUrl !== null && logoutForm(site.logoutUrl, context)}`
  }
  return html`<span>${name}</span>${site.loginUrl !== null && html`<a class="button quiet" href="${loginLink(site.loginUrl, request)}">${t('Sign in')}</a>`}`
}

const logoutForm = (url: string, context: PageContext): Html =>
  html`<form method="post" action="${url}">${csrfInput(context)}<button class="quiet">${translateFor(context.request)('Sign out')}</button></form>`

/** The login page, which redirects back to the page of a GET. */
export function loginLink(loginUrl: string, { method, url, baseUrl }: ApiRequest): string {
  const next = isRead(method) ? url.slice(baseUrl.length) : '/'
  return `${loginUrl}?next=${encodeURIComponent(next)}`
}

/** Who sent the request, in words. */
function signedInAs(request: ApiRequest): string {
  const t = translateFor(request)
  if (!request.isIdentified) return t('Not signed in')
  const username = fieldOf(request.user, 'username')
  return typeof username === 'string' && username !== ''
    ? t('Signed in as {username}', { username })
    : t('Signed in')
}

/** Whether a user with `isStaff` sent the request. */
export const isStaff = ({ isIdentified, user }: ApiRequest): boolean =>
  isIdentified && fieldOf(user, 'isStaff') === true
