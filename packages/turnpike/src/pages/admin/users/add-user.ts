import { html } from 'hono/html'
import { maxEmailLength, maxUsernameLength } from '../../../accounts/new-user.ts'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { type Field, fieldControl, formErrors } from '../../forms/fields.ts'
import { csrfInput } from '../../page-context.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { auditDone, auditRefused } from '../audit.ts'
import {
  emptyInput,
  errorsOf,
  errorText,
  type FieldErrors,
  type FormInput,
  fieldErrorsOf,
  readForm,
} from '../form.ts'
import { redirectWithNotice } from '../notice.ts'
import { keyPage } from '../tokens/key-page.ts'
import type { Visit } from '../visit.ts'
import { newPasswordErrors, newPasswordFields } from './new-password.ts'

/** The form for a new user. */
export const addUserForm = (visit: Visit): ApiResponse =>
  formPage(visit, (name) => (name === 'active' ? 'true' : emptyInput(name)))

/** Adds the user of the form, with a token if requested; its key is shown in the response. */
export async function addUser<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { admin, request, view } = visit
  const input = await readForm(request)
  const owner = { username: input('username').trim(), email: input('email').trim() }
  const missing = {
    ...(owner.username === '' && { username: new TranslatableMessage('Enter a username.') }),
    ...(await newPasswordErrors(input, owner, view)),
  }
  const added = Object.keys(missing).length > 0 ? missing : await create(visit, input)
  if (!('pk' in added)) {
    auditRefused(visit, 'user.create', errorText(added))
    return formPage(visit, input, added, 400)
  }

  const subject = added as U
  const { isStaff, isActive, username } = subject
  const t = translateFor(request)
  auditDone({ ...visit, subject }, 'user.create', { isStaff, isActive })
  if (input('token') === '') {
    const text = t('{username} has been added.', { username })
    return redirectWithNotice(visit, admin.urls.user(subject), { kind: 'good', text })
  }
  const token = await admin.tokens.getOrCreate(subject)
  auditDone({ ...visit, subject }, 'token.create')
  return keyPage(
    { ...visit, subject },
    token,
    t('{username} has been added, with a token.', { username }),
  )
}

async function create<U extends User>(
  { admin }: Visit<U>,
  input: FormInput,
): Promise<U | FieldErrors> {
  try {
    return await admin.users.create({
      username: input('username').trim(),
      email: input('email').trim(),
      password: input('no_password') === '' ? input('password') : null,
      isActive: input('active') !== '',
      isStaff: input('staff') !== '',
    })
  } catch (error) {
    return fieldErrorsOf(error)
  }
}

function formPage(visit: Visit, input: FormInput, errors: FieldErrors = {}, status = 200) {
  const t = translateFor(visit.request)
  return adminPage(
    visit,
    {
      title: t('Add user'),
      tab: 'users',
      trail: [{ name: t('Users'), url: visit.admin.urls.users }],
      main: (
        context,
      ) => html`<form class="card form" method="post" action="${visit.admin.urls.addUser}" novalidate>
${csrfInput(context)}
${formErrors(errorsOf(errors, '', t))}
<div class="pairs">${fields(input, errors, t).map((field) => fieldControl(field, 'user'))}</div>
<p class="buttons"><button>${t('Add user')}</button> <a class="button second" href="${visit.admin.urls.users}">${t('Cancel')}</a></p>
</form>`,
    },
    status,
  )
}

const fields = (input: FormInput, errors: FieldErrors, t: Translate): Field[] =>
  [
    {
      name: 'username',
      label: t('Username'),
      isRequired: true,
      maxLength: maxUsernameLength,
      help: t('The name to sign in with. Case-sensitive.'),
    },
    { name: 'email', label: t('Email address'), kind: 'email' as const, maxLength: maxEmailLength },
    ...newPasswordFields(t),
    {
      name: 'active',
      label: t('Active'),
      kind: 'checkbox' as const,
      help: t('The user may sign in, by password or token.'),
    },
    {
      name: 'staff',
      label: t('Staff'),
      kind: 'checkbox' as const,
      help: t('The user may administer the service, as you do.'),
    },
    {
      name: 'token',
      label: t('Create a token'),
      kind: 'checkbox' as const,
      help: t('Its key is shown on the next page.'),
    },
  ].map((field) => ({
    ...field,
    value: input(field.name),
    errors: errorsOf(errors, field.name, t),
    hasFocus: field.name === (Object.keys(errors)[0] ?? 'username'),
  }))
