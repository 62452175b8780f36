import { html } from 'hono/html'
import { maxEmailLength, maxUsernameLength } from '../../../accounts/new-user.ts'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { type Field, fieldControl, formErrors } from '../../forms/fields.ts'
import { csrfInput } from '../../page-context.ts'
import { adminPage } from '../admin-page.ts'
import { auditDone, auditRefused } from '../audit.ts'
import {
  errorsOf,
  type FieldErrors,
  fieldErrorsOf,
  nothingWritten,
  readForm,
  type Written,
} from '../form.ts'
import { leadOn } from '../notice.ts'
import { keyPage } from '../tokens/key-page.ts'
import type { Visit } from '../visit.ts'
import { newPasswordErrors, newPasswordFields } from './new-password.ts'

/** The form for a new user. */
export const addUserForm = (visit: Visit): ApiResponse =>
  formPage(visit, (name) => (name === 'active' ? 'true' : nothingWritten(name)))

/** Adds the user of the form, with a token when asked to; its key is shown by the answer itself. */
export async function addUser<U extends User>(visit: Visit<U>): Promise<ApiResponse> {
  const { admin, request } = visit
  const written = await readForm(request)
  const missing = {
    ...(written('username').trim() === '' && { username: 'Write a username.' }),
    ...newPasswordErrors(written),
  }
  const added = Object.keys(missing).length > 0 ? missing : await create(visit, written)
  if (!('pk' in added)) {
    auditRefused(visit, 'user.create', Object.values(added).join(' '))
    return formPage(visit, written, added, 400)
  }

  const subject = added as U
  const { isStaff, isActive } = subject
  auditDone({ ...visit, subject }, 'user.create', { isStaff, isActive })
  if (written('token') === '') {
    const text = `${subject.username} has been added.`
    return leadOn(visit, admin.urls.user(subject), { kind: 'good', text })
  }
  const token = await admin.tokens.getOrCreate(subject)
  auditDone({ ...visit, subject }, 'token.create')
  return keyPage({ ...visit, subject }, token, `${subject.username} has been added, with a token.`)
}

async function create<U extends User>(
  { admin }: Visit<U>,
  written: Written,
): Promise<U | FieldErrors> {
  try {
    return await admin.users.create({
      username: written('username').trim(),
      email: written('email').trim(),
      password: written('no_password') === '' ? written('password') : null,
      isActive: written('active') !== '',
      isStaff: written('staff') !== '',
    })
  } catch (error) {
    return fieldErrorsOf(error)
  }
}

const formPage = (visit: Visit, written: Written, errors: FieldErrors = {}, status = 200) =>
  adminPage(
    visit,
    {
      title: 'Add user',
      tab: 'users',
      trail: [{ name: 'Users', url: visit.admin.urls.users }],
      main: (
        context,
      ) => html`<form class="card form" method="post" action="${visit.admin.urls.addUser}" novalidate>
${csrfInput(context)}
${formErrors(errorsOf(errors, ''))}
<div class="pairs">${fields(written, errors).map((field) => fieldControl(field, 'user'))}</div>
<p class="buttons"><button>Add user</button> <a class="button second" href="${visit.admin.urls.users}">Cancel</a></p>
</form>`,
    },
    status,
  )

const fields = (written: Written, errors: FieldErrors): Field[] =>
  [
    {
      name: 'username',
      label: 'Username',
      isRequired: true,
      maxLength: maxUsernameLength,
      help: 'What the user signs in with. Upper and lower case are different.',
    },
    { name: 'email', label: 'Email address', kind: 'email' as const, maxLength: maxEmailLength },
    ...newPasswordFields,
    {
      name: 'active',
      label: 'Active',
      kind: 'checkbox' as const,
      help: 'The user may sign in, by password or token.',
    },
    {
      name: 'staff',
      label: 'Staff',
      kind: 'checkbox' as const,
      help: 'The user may administer the service, as you do.',
    },
    {
      name: 'token',
      label: 'Create a token',
      kind: 'checkbox' as const,
      help: 'Its key is shown on the next page.',
    },
  ].map((field) => ({
    ...field,
    value: written(field.name),
    errors: errorsOf(errors, field.name),
    hasFocus: field.name === (Object.keys(errors)[0] ?? 'username'),
  }))
