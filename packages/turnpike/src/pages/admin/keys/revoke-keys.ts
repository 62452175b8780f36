import type { ApiKey } from '../../../accounts/keys/api-key.ts'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { type AuditAction, auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { redirectWithNotice } from '../notice.ts'
import type { UserVisit } from '../visit.ts'
import type { AdminKeys } from './admin-keys.ts'

/** Asks for confirmation before an API key is revoked. */
export async function revokeKeyForm<U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
): Promise<ApiResponse> {
  const t = translateFor(visit.request)
  const apiKey = await keyInPath(visit, keys)
  if (apiKey === null) return nothingTo(visit, 'key.revoke', missing(t))

  const { name, prefix } = apiKey
  const { username } = visit.subject
  return confirmPage(visit, {
    title: t('Revoke the API key “{name}” of {username}?', { name, username }),
    effects: [
      t(
        'The key that begins with {prefix} stops working at once: programs that send it get a 401.',
        {
          prefix,
        },
      ),
      t('It cannot be restored. The other keys of the user stay valid.'),
    ],
    action: t('Revoke API key'),
  })
}

/** Revokes the API key in the path. */
export async function revokeKey<U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const apiKey = await keyInPath(visit, keys)
  if (apiKey === null || !(await keys.store.revoke(apiKey))) {
    return nothingTo(visit, 'key.revoke', missing(t))
  }

  const { id, name, prefix } = apiKey
  auditDone(visit, 'key.revoke', { apiKey: { id, name, prefix } })
  const text = t('The API key “{name}” is revoked: it no longer works.', { name })
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

/** Asks for confirmation before all API keys of a user are revoked. */
export async function revokeAllForm<U extends User>(
  visit: UserVisit<U>,
  { store }: AdminKeys<U>,
): Promise<ApiResponse> {
  const { request, subject } = visit
  const t = translateFor(request)
  const { username } = subject
  const count = await store.search({ user: subject }).count()
  if (count === 0) return nothingTo(visit, 'key.revoke-all', none(t))

  return confirmPage(visit, {
    title: t('Revoke all API keys of {username}?', { username }),
    effects: [
      t(
        count === 1
          ? '{count} API key stops working at once: programs that send it get a 401.'
          : '{count} API keys stop working at once: programs that send one get a 401.',
        { count },
      ),
      t('They cannot be restored. The password and the token stay valid.'),
    ],
    action: t('Revoke all API keys'),
  })
}

/** Revokes all API keys of the user. */
export async function revokeAllKeys<U extends User>(
  visit: UserVisit<U>,
  { store }: AdminKeys<U>,
): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const count = await store.revokeAll(subject)
  if (count === 0) return nothingTo(visit, 'key.revoke-all', none(t))

  auditDone(visit, 'key.revoke-all', { count })
  const text = t(count === 1 ? '{count} API key is revoked.' : '{count} API keys are revoked.', {
    count,
  })
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

/** The API key of the user with the id in the path. That of another user is none. */
async function keyInPath<U extends User>(
  { request, subject }: UserVisit<U>,
  { store }: AdminKeys<U>,
): Promise<ApiKey<U> | null> {
  const apiKey = await store.get(request.params.id ?? '')
  return apiKey?.user.pk === subject.pk ? apiKey : null
}

const missing = (t: Translate) => t('The user has no such API key, or it is revoked already.')
const none = (t: Translate) => t('The user has no API key.')

function nothingTo(visit: UserVisit, action: AuditAction, text: string): ApiResponse {
  if (visit.request.method === 'POST') auditRefused(visit, action, text)
  return redirectWithNotice(visit, visit.admin.urls.user(visit.subject), { kind: 'bad', text })
}
