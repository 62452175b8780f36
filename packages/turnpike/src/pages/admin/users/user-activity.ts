import type { User } from '../../../accounts/user.ts'
import { LastAdmin } from '../../../accounts/user-directory.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { translateFor } from '../../translate.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'

/** Asks for confirmation before a user is made inactive. */
export function deactivateForm(visit: UserVisit): ApiResponse {
  const { admin, request, subject } = visit
  if (isSelf(visit)) return refuseOwn(visit)
  const { username } = subject
  const t = translateFor(request)
  return confirmPage(visit, {
    title: t('Deactivate {username}?', { username }),
    effects: [
      t('{username} can no longer sign in, neither by password nor by token.', { username }),
      ...(admin.keys === null ? [] : [t('The API keys of the user are refused.')]),
      t('Every session of the user ends for good.'),
      t(
        'Nothing is deleted. Once the user is active again, they can sign in and the token works again.',
      ),
    ],
    action: t('Deactivate'),
  })
}

export async function deactivate<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  if (isSelf(visit)) return refuseOwn(visit)

  try {
    await admin.users.setActive(subject, false, { keepAdmin: true })
  } catch (error) {
    if (error instanceof LastAdmin) return refuse(visit, 'the last admin', error.translatable)
    throw error
  }
  // Custom stores may keep sessions and users in different places.
  await admin.sessions.endAll(subject)
  auditDone(visit, 'user.deactivate')
  const { username } = subject
  const text = translateFor(visit.request)(
    '{username} is inactive now, and signed out everywhere.',
    { username },
  )
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

export async function activate<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, subject } = visit
  await admin.users.setActive(subject, true)
  auditDone(visit, 'user.activate')
  const { username } = subject
  const text = translateFor(visit.request)('{username} is active again.', { username })
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

const refuseOwn = (visit: UserVisit): ApiResponse =>
  refuse(
    visit,
    'oneself',
    new TranslatableMessage('You cannot deactivate yourself: ask another admin to do it.'),
  )

/** @param reason for the audit log. */
function refuse(
  visit: UserVisit,
  reason: string,
  { template, values }: TranslatableMessage,
): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, 'user.deactivate', reason)
  const text = translateFor(visit.request)(template, values)
  return redirectWithNotice(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
