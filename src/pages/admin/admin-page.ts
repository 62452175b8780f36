import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { PageResponse } from '../page-response.ts'
import { noticeBox, noticeFor } from './notice.ts'
import type { Visit } from './visit.ts'

export interface AdminPage {
  readonly title: string
  /** The part of the admin that the page belongs to. */
  readonly tab: 'overview' | 'users' | 'tokens'
  /** Pages above this one, the highest first. Default none. */
  readonly trail?: readonly { name: string; url: string }[]
  /** Beside the title: states of what the page is about. Default nothing. */
  readonly states?: Html | null
  /** At the right of the title: what can be done. Default nothing. */
  readonly actions?: Html | null
  /** Makes the content; its forms need the context. */
  main(context: PageContext): Html
  /** What stays in view below it. Default null. */
  readonly footer?: Html | null
}

/** A page of the admin: the way through it, the title, the notice that waits, the content. */
export function adminPage(visit: Visit, page: AdminPage, status = 200): PageResponse<null> {
  const { title, trail = [], states = null, actions = null, footer = null } = page
  return new PageResponse(
    // Not undefined: that would be an answer without a body.
    null,
    (context) => {
      const notice = noticeFor(visit, context)
      return {
        title: `${title} · Admin`,
        footer,
        main: html`<div class="admin">
${tabs(visit, page)}
${trail.length > 0 && html`<nav class="trail" aria-label="Above this page"><ol>${trail.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ol></nav>`}
<div class="head"><div class="titled"><h1><bdi>${title}</bdi></h1>${states}</div>${actions}</div>
${notice && noticeBox(notice)}
${page.main(context)}
</div>`,
      }
    },
    status,
  )
}

function tabs({ admin: { urls } }: Visit, { tab }: AdminPage): Html {
  const all = [
    { key: 'overview', name: 'Overview', url: urls.overview },
    { key: 'users', name: 'Users', url: urls.users },
    { key: 'tokens', name: 'Tokens', url: urls.tokens },
  ]
  return html`<nav class="admin-tabs" aria-label="Admin"><ul>
${all.map(({ key, name, url }) => html`<li><a href="${url}"${key === tab && html` aria-current="${'true'}"`}>${name}</a></li>\n`)}</ul></nav>`
}
