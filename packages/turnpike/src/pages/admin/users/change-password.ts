import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { startSession } from '../../../sessions/session.ts'
import { fieldControl, formErrors } from '../../forms/fields.ts'
import { translateFor } from '../../translate.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { confirmPage } from '../confirm-page.ts'
import { errorsOf, errorText, type FieldErrors, fieldErrorsOf, readForm } from '../form.ts'
import { redirectWithNotice } from '../notice.ts'
import { isSelf, type UserVisit } from '../visit.ts'
import { newPasswordErrors, newPasswordFields } from './new-password.ts'

/** The form for a new password. */
export const passwordForm = (visit: UserVisit): ApiResponse => formPage(visit)

/** Changes the password. Users who change their own stay signed in, but only in this browser. */
export async function changePassword<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, request, view, subject } = visit
  const written = await readForm(request)
  const password = written('no_password') === '' ? written('password') : null
  const missing =
    password === null && isSelf(visit)
      ? { '': ownPassword }
      : await newPasswordErrors(written, subject, view)
  const errors =
    Object.keys(missing).length > 0
      ? missing
      : await admin.users.setPassword(subject, password, { keepAdmin: true }).then(
          () => null,
          (error) => fieldErrorsOf(error, 'no_password'),
        )
  if (errors !== null) {
    auditRefused(visit, 'user.password', errorText(errors))
    return formPage(visit, errors, 400)
  }

  auditDone(visit, 'user.password', { hasPassword: password !== null })
  const headers = isSelf(visit)
    ? await startSession(subject, admin.sessions, request, view)
    : new Headers()
  const t = translateFor(request)
  const text = password === null ? t('The password is removed.') : t('The password is changed.')
  const ended = isSelf(visit)
    ? t('Your other sessions have ended.')
    : t('Every session of the user has ended.')
  return redirectWithNotice(
    visit,
    admin.urls.user(subject),
    { kind: 'good', text: `${text} ${ended}` },
    headers,
  )
}

const ownPassword = new TranslatableMessage(
  'You cannot remove your own password, because you might be locked out. Ask another admin.',
)

/** Users cannot remove their own password. */
const fieldsFor = (visit: UserVisit) =>
  newPasswordFields(translateFor(visit.request)).filter(
    ({ name }) => name !== 'no_password' || !isSelf(visit),
  )

function formPage(visit: UserVisit, errors: FieldErrors = {}, status = 200) {
  const t = translateFor(visit.request)
  return confirmPage(
    visit,
    {
      title: t('Change the password of {username}', { username: visit.subject.username }),
      effects: [
        t('The current password stops working.'),
        isSelf(visit)
          ? t('All your other sessions end. You stay signed in here.')
          : t('Every session of the user ends: they must sign in again.'),
        visit.admin.keys === null
          ? t('The token, if there is one, stays valid.')
          : t('The token and the API keys stay valid.'),
      ],
      action: t('Change password'),
      fields: () => html`${formErrors(errorsOf(errors, '', t))}
${fieldsFor(visit).map((field) =>
  fieldControl(
    {
      ...field,
      errors: errorsOf(errors, field.name, t),
      hasFocus: field.name === (Object.keys(errors)[0] ?? 'password'),
    },
    'password',
  ),
)}`,
    },
    status,
  )
}
