import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { csrfInput, type PageContext } from '../page-context.ts'
import type { PageResponse } from '../page-response.ts'
import { translateFor } from '../translate.ts'
import { adminPage } from './admin-page.ts'
import type { UserVisit } from './visit.ts'

export interface Question {
  /** `Revoke the token of ann?` */
  readonly title: string
  /** The consequences, a sentence each. */
  readonly effects: readonly string[]
  /** The label of the button: the action. */
  readonly action: string
  /** Further fields of the form. Default none. */
  fields?(context: PageContext): Html
}

/** Asks for confirmation of an irreversible action. The form posts to the same URL. */
export function confirmPage(
  visit: UserVisit,
  { title, effects, action, fields }: Question,
  status?: number,
): PageResponse {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const above = admin.urls.user(subject)
  return adminPage(
    visit,
    {
      title,
      tab: 'users',
      trail: [
        { name: t('Users'), url: admin.urls.users },
        { name: subject.username, url: above },
      ],
      main: (
        context,
      ) => html`<form class="card confirm" method="post" action="${request.path}" novalidate>
${csrfInput(context)}
<h2>${t('What will happen')}</h2>
<ul class="effects">${effects.map((effect) => html`<li>${effect}</li>`)}</ul>
${fields?.(context)}
<p class="buttons"><button class="danger">${action}</button> <a class="button second" href="${above}">${t('Cancel')}</a></p>
</form>`,
    },
    status,
  )
}
