import { html } from 'hono/html'
import type { Token } from '../../../accounts/token-store.ts'
import type { User } from '../../../accounts/user.ts'
import type { PageResponse } from '../../page-response.ts'
import { markup, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { noticeBox } from '../notice.ts'
import { timeText } from '../texts.ts'
import type { UserVisit } from '../visit.ts'

/** Shows the key of a token in the response to a POST, so that no URL, cookie or cache has it. */
export function keyPage<U extends User>(
  visit: UserVisit<U>,
  { key, created }: Token<U>,
  done: string | null,
): PageResponse {
  const { admin, request, subject } = visit
  const { username } = subject
  const t = translateFor(request)
  const above = admin.urls.user(subject)
  return adminPage(visit, {
    title: t('Token of {username}', { username }),
    tab: 'users',
    trail: [
      { name: t('Users'), url: admin.urls.users },
      { name: subject.username, url: above },
    ],
    main: () => html`${done && noticeBox({ kind: 'good', text: done })}
<section class="card key" aria-labelledby="key">
<h2 id="key">${t('The key')}</h2>
<p><code class="secret" tabindex="0" role="textbox" aria-readonly="true" aria-label="${t('Key')}">${key}</code></p>
<p class="help">${markup(t, 'Copy it now and pass it on privately: anyone who has it acts as {user}. After this page it is masked again.', { user: html`<bdi>${username}</bdi>` })}</p>
<h3>${t('How it is sent')}</h3>
<pre class="sent" tabindex="0" aria-label="${t('How it is sent')}" role="region">Authorization: ${admin.tokenKeyword} ${key}</pre>
<p class="help">${markup(t, 'Created {moment}.', { moment: timeText(created) })}${!subject.isActive && html` <strong>${t('{username} is inactive: the key is not valid until the user is activated.', { username })}</strong>`}</p>
<p class="buttons"><a class="button" href="${above}">${t('Done')}</a></p>
</section>`,
  })
}
