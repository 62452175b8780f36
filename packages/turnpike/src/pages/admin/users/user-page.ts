import { html } from 'hono/html'
import { maxEmailLength } from '../../../accounts/new-user.ts'
import type { User } from '../../../accounts/user.ts'
import { NotFound } from '../../../errors/exceptions.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { fieldControl, formErrors } from '../../forms/fields.ts'
import type { Html } from '../../html.ts'
import { csrfInput, type PageContext } from '../../page-context.ts'
import { markup, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { auditDone, auditRefused } from '../audit.ts'
import {
  errorsOf,
  errorText,
  type FieldErrors,
  type FormInput,
  fieldErrorsOf,
  readForm,
} from '../form.ts'
import { keySummaryOf } from '../keys/admin-keys.ts'
import { keySection, shownKeys } from '../keys/key-section.ts'
import { redirectWithNotice } from '../notice.ts'
import { activityState, createdOf, passwordState, staffState, timeText } from '../texts.ts'
import { tokenSection } from '../tokens/token-section.ts'
import { tokenStateOf } from '../tokens/token-state.ts'
import { isSelf, type UserVisit } from '../visit.ts'
import { signInSection } from './sign-in-section.ts'

/** The page of a user. */
export const userPage = async <U extends User>(visit: UserVisit<U>): Promise<ApiResponse> =>
  pageWith(visit, inputOf(visit.subject))

/** Changes the email address and the staff flag. */
export async function updateUser<U extends User>(visit: UserVisit<U>): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  const input = await readForm(request)
  const email = input('email').trim()
  const isStaff = input('staff') !== ''
  const errors =
    isSelf(visit) && !isStaff ? { staff: ownRights } : await update(visit, { email, isStaff })
  if (errors !== null) {
    auditRefused(visit, 'user.update', errorText(errors))
    return pageWith(visit, input, errors, 400)
  }

  const changed = [
    ...(email === subject.email ? [] : ['email']),
    ...(isStaff === subject.isStaff ? [] : ['isStaff']),
  ]
  if (changed.length > 0) auditDone(visit, 'user.update', { changed, isStaff })
  const t = translateFor(request)
  const text = changed.length > 0 ? t('The changes are saved.') : t('Nothing was changed.')
  return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
}

const ownRights = new TranslatableMessage(
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.',
)

async function update<U extends User>(
  { admin, subject }: UserVisit<U>,
  changes: { email: string; isStaff: boolean },
): Promise<FieldErrors | null> {
  try {
    const changed = await admin.users.update(subject, changes, { keepAdmin: true })
    if (changed === null) throw new NotFound()
    return null
  } catch (error) {
    return fieldErrorsOf(error, 'staff')
  }
}

const inputOf = ({ email, isStaff }: User): FormInput => {
  const fields = new Map([
    ['email', email],
    ['staff', isStaff ? 'true' : ''],
  ])
  return (name) => fields.get(name) ?? ''
}

async function pageWith<U extends User>(
  visit: UserVisit<U>,
  input: FormInput,
  errors: FieldErrors = {},
  status = 200,
): Promise<ApiResponse> {
  const { admin, subject } = visit
  const [token, sessionCount, hasPassword, keys] = await Promise.all([
    tokenStateOf(admin, subject),
    admin.sessions.count(subject),
    admin.users.hasPassword(subject),
    admin.keys && keySummaryOf(admin.keys, subject, shownKeys),
  ])
  const created = createdOf(subject)
  const t = translateFor(visit.request)
  return adminPage(
    visit,
    {
      title: subject.username,
      tab: 'users',
      trail: [{ name: t('Users'), url: admin.urls.users }],
      states: html`<p class="states">${activityState(subject, t)} ${staffState(subject, t)} ${passwordState(hasPassword, t)} ${isSelf(visit) && html`<span class="state">${t('You')}</span>`}</p>`,
      main: (
        context,
      ) => html`<p class="description">${created === null ? t('ID {pk}', { pk: subject.pk }) : markup(t, 'ID {pk}, created {moment}', { pk: html`${subject.pk}`, moment: timeText(created) })}</p>
<div class="columns">
${profileSection(visit, context, input, errors)}
${signInSection(visit, context, { sessionCount, hasPassword })}
${tokenSection(visit, context, token)}
</div>
${keys && keySection(visit, keys)}`,
    },
    status,
  )
}

function profileSection(
  visit: UserVisit,
  context: PageContext,
  input: FormInput,
  errors: FieldErrors,
): Html {
  const t = translateFor(visit.request)
  return html`<section class="card" aria-labelledby="profile">
<h2 id="profile">${t('Profile')}</h2>
<form method="post" action="${visit.admin.urls.user(visit.subject)}" novalidate>
${csrfInput(context)}
${formErrors(errorsOf(errors, '', t))}
${fieldControl({ name: 'email', label: t('Email address'), kind: 'email', maxLength: maxEmailLength, value: input('email'), errors: errorsOf(errors, 'email', t), hasFocus: 'email' in errors }, 'user')}
${staffField(visit, input, errors)}
<p class="buttons"><button>${t('Save')}</button></p>
</form>
</section>`
}

/** On their own page users see an explanation instead: they cannot remove the flag. */
function staffField(visit: UserVisit, input: FormInput, errors: FieldErrors): Html {
  const t = translateFor(visit.request)
  const wrong = errorsOf(errors, 'staff', t)
  return isSelf(visit)
    ? html`<div class="field"><input type="hidden" name="staff" value="true"><p><strong>${t('Staff')}</strong></p>
<p class="help">${t(ownRights.template)}</p>${wrong.length > 0 && html`<ul class="errors"><li>${wrong}</li></ul>`}</div>`
    : fieldControl(
        {
          name: 'staff',
          label: t('Staff'),
          kind: 'checkbox',
          value: input('staff'),
          errors: wrong,
          help: t('May administer the service, as you do.'),
        },
        'user',
      )
}
