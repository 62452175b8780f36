import { html } from 'hono/html'
import type { IssuedApiKey } from '../../../accounts/keys/api-key.ts'
import type { User } from '../../../accounts/user.ts'
import type { PageResponse } from '../../page-response.ts'
import { markup, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { noticeBox } from '../notice.ts'
import { timeText } from '../texts.ts'
import type { UserVisit } from '../visit.ts'
import type { AdminKeys } from './admin-keys.ts'

/** Shows a new key in the response to a POST, so that no URL, cookie or cache has it. */
export function issuedKeyPage<U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
  { key, apiKey }: IssuedApiKey<U>,
): PageResponse {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const above = admin.urls.user(subject)
  const user = html`<bdi>${subject.username}</bdi>`
  const { name, expires } = apiKey
  return adminPage(visit, {
    title: t('API key “{name}” of {username}', { name, username: subject.username }),
    tab: 'users',
    trail: [
      { name: t('Users'), url: admin.urls.users },
      { name: subject.username, url: above },
    ],
    main: () => html`${noticeBox({ kind: 'good', text: t('The API key is created. Copy it now: it cannot be shown again.') })}
<section class="card key" aria-labelledby="key">
<h2 id="key">${t('The key')}</h2>
<p><code class="secret" tabindex="0" role="textbox" aria-readonly="true" aria-label="${t('Key')}">${key}</code></p>
<p class="help">${markup(t, 'Pass it on privately: anyone who has it acts as {user}, within its scopes.', { user })}</p>
<h3>${t('How it is sent')}</h3>
<pre class="sent" tabindex="0" aria-label="${t('How it is sent')}" role="region">${keys.sent(key)}</pre>
<p class="help">${expires === null ? t('It never expires.') : markup(t, 'It expires {moment}.', { moment: timeText(expires) })}${!subject.isActive && html` <strong>${t('{username} is inactive: the key is not valid until the user is activated.', { username: subject.username })}</strong>`}</p>
<p class="buttons"><a class="button" href="${above}">${t('Done')}</a></p>
</section>`,
  })
}
