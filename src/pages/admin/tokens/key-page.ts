import { html } from 'hono/html'
import type { Token } from '../../../accounts/token-store.ts'
import type { User } from '../../../accounts/user.ts'
import type { PageResponse } from '../../page-response.ts'
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
  const { admin, subject } = visit
  const above = admin.urls.user(subject)
  return adminPage(visit, {
    title: `Token of ${subject.username}`,
    tab: 'users',
    trail: [
      { name: 'Users', url: admin.urls.users },
      { name: subject.username, url: above },
    ],
    main: () => html`${done && noticeBox({ kind: 'good', text: done })}
<section class="card key" aria-labelledby="key">
<h2 id="key">The key</h2>
<p><code class="secret" tabindex="0" role="textbox" aria-readonly="true" aria-label="Key">${key}</code></p>
<p class="help">Copy it now and pass it on privately: anyone who has it acts as <bdi>${subject.username}</bdi>. After this page it is masked again.</p>
<h3>How it is sent</h3>
<pre class="sent" tabindex="0" aria-label="How it is sent" role="region">Authorization: ${admin.tokenKeyword} ${key}</pre>
<p class="help">Created ${timeText(created)}.${!subject.isActive && html` <strong>${subject.username} is inactive: the key is not valid until the user is activated.</strong>`}</p>
<p class="buttons"><a class="button" href="${above}">Done</a></p>
</section>`,
  })
}
