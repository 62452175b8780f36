import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { PageResponse } from '../page-response.ts'
import { translateFor } from '../translate.ts'
import { noticeBox, noticeFor } from './notice.ts'
import type { Visit } from './visit.ts'

export interface AdminPage {
  readonly title: string
  /** The part of the admin that the page belongs to. */
  readonly tab: 'overview' | 'users' | 'sessions' | 'tokens' | 'keys'
  /** Parent pages, topmost first. Default none. */
  readonly trail?: readonly { name: string; url: string }[]
  /** States of the page's subject, beside the title. Default none. */
  readonly states?: Html | null
  /** Actions, at the right of the title. Default none. */
  readonly actions?: Html | null
  /** Renders the content; forms need the context. */
  main(context: PageContext): Html
  /** A footer that stays in view. Default null. */
  readonly footer?: Html | null
}

/** A page of the admin: navigation, title, pending notice, content. */
export function adminPage(visit: Visit, page: AdminPage, status = 200): PageResponse<null> {
  const { title, trail = [], states = null, actions = null, footer = null } = page
  return new PageResponse(
    // Not undefined: that would be a response without a body.
    null,
    (context) => {
      const notice = noticeFor(visit, context)
      const t = translateFor(visit.request)
      return {
        title: `${title} · ${t('Admin')}`,
        footer,
        main: html`<div class="admin">
${tabs(visit, page)}
${trail.length > 0 && html`<nav class="trail" aria-label="${t('Above this page')}"><ol>${trail.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ol></nav>`}
<div class="head"><div class="titled"><h1><bdi>${title}</bdi></h1>${states}</div>${actions}</div>
${notice && noticeBox(notice)}
${page.main(context)}
</div>`,
      }
    },
    status,
  )
}

function tabs({ admin: { urls, keys, directory }, request }: Visit, { tab }: AdminPage): Html {
  const t = translateFor(request)
  const all = [
    { key: 'overview', name: t('Overview'), url: urls.overview },
    { key: 'users', name: t('Users'), url: urls.users },
    ...(directory === null ? [] : [{ key: 'sessions', name: t('Sessions'), url: urls.sessions }]),
    { key: 'tokens', name: t('Tokens'), url: urls.tokens },
    ...(keys === null ? [] : [{ key: 'keys', name: t('API keys'), url: urls.keys }]),
  ]
  return html`<nav class="admin-tabs" aria-label="${t('Admin')}"><ul>
${all.map(({ key, name, url }) => html`<li><a href="${url}"${key === tab && html` aria-current="${'true'}"`}>${name}</a></li>\n`)}</ul></nav>`
}
