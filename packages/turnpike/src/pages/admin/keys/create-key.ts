import { html } from 'hono/html'
import type { User } from '../../../accounts/user.ts'
import type { ApiResponse } from '../../../http/response.ts'
import { TranslatableMessage } from '../../../languages/message.ts'
import { csrfInput } from '../../page-context.ts'
import { translateFor } from '../../translate.ts'
import { adminPage } from '../admin-page.ts'
import { auditDone, auditRefused } from '../audit.ts'
import { emptyInput, type FieldErrors, type FormInput, readForm } from '../form.ts'
import type { UserVisit } from '../visit.ts'
import { type AdminKeys, markOf } from './admin-keys.ts'
import { issuedKeyPage } from './issued-key-page.ts'
import { keyErrorsOf, newKeyFields, readNewKey } from './new-key-form.ts'

/** The form for a new API key. */
export const createKeyForm = <U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
): Promise<ApiResponse> => formPage(visit, keys, emptyInput)

/**
 * Creates an API key and shows it, once, in the response itself. A redirect would need a place to
 * store it. A form that is sent again, by a reload, creates no second one: its mark is outdated.
 */
export async function createKey<U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
): Promise<ApiResponse> {
  const { request, subject } = visit
  const input = await readForm(request)
  const refuse = (errors: FieldErrors, reason: string, status: number) => {
    auditRefused(visit, 'key.create', reason)
    return formPage(visit, keys, input, errors, status)
  }

  if (input('mark') !== (await markOf(keys, subject))) {
    const text = new TranslatableMessage(
      'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.',
      { username: subject.username },
    )
    return refuse({ '': text }, 'the keys have changed meanwhile', 409)
  }
  const read = readNewKey(input, keys)
  const issued =
    'errors' in read ? read : await keys.store.create(subject, read.fields).catch(refused)
  if ('errors' in issued) {
    // Not the texts: they quote what was entered, which may be a key.
    return refuse(issued.errors, `invalid: ${Object.keys(issued.errors).join(', ')}`, 400)
  }

  const { id, name, prefix, scopes, expires } = issued.apiKey
  auditDone(visit, 'key.create', { apiKey: { id, name, prefix }, scopes, expires })
  return issuedKeyPage(visit, keys, issued)
}

const refused = (error: unknown): { errors: FieldErrors } => ({ errors: keyErrorsOf(error) })

async function formPage<U extends User>(
  visit: UserVisit<U>,
  keys: AdminKeys<U>,
  input: FormInput,
  errors: FieldErrors = {},
  status = 200,
): Promise<ApiResponse> {
  const { admin, request, subject } = visit
  const t = translateFor(request)
  const above = admin.urls.user(subject)
  const mark = await markOf(keys, subject)
  return adminPage(
    visit,
    {
      title: t('Create an API key for {username}', { username: subject.username }),
      tab: 'users',
      trail: [
        { name: t('Users'), url: admin.urls.users },
        { name: subject.username, url: above },
      ],
      main: (
        context,
      ) => html`<form class="card form" method="post" action="${request.path}" autocomplete="off" novalidate>
${csrfInput(context)}
<input type="hidden" name="mark" value="${mark}">
${newKeyFields(keys, input, errors, t)}
<p class="buttons"><button>${t('Create API key')}</button> <a class="button second" href="${above}">${t('Cancel')}</a></p>
</form>`,
    },
    status,
  )
}
