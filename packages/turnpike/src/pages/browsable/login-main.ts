import { html } from 'hono/html'
import { formField } from '../../authentication/csrf/form-field.ts'
import { isRead } from '../../http/syntax/safe-methods.ts'
import { fieldControl, formErrors } from '../forms/fields.ts'
import { errorsOf } from '../forms/sent-values.ts'
import type { Html } from '../html.ts'
import { csrfInput, type PageContext } from '../page-context.ts'
import type { Site } from '../site.ts'
import { translateFor } from '../translate.ts'

/** The page of `loginView`: a way back to the home page, and the form with its errors. */
export async function loginMain(
  data: unknown,
  { homeUrl }: Pick<Site, 'homeUrl'>,
  context: PageContext,
): Promise<Html> {
  const { request } = context
  const t = translateFor(request)
  const errors = isRead(request.method) ? new Map<string, string[]>() : errorsOf(data, context)
  const username = (await formField(request, 'username')) ?? ''
  const next = (await formField(request, 'next')) ?? request.queryValue('next')
  const above = [...errors].flatMap(([name, texts]) =>
    name === 'username' || name === 'password' ? [] : texts,
  )

  return html`<nav class="trail" aria-label="${t('Above this page')}"><ol><li><a href="${homeUrl}">${t('Home')}</a></li></ol></nav>
<h1>${t('Sign in')}</h1>
<form class="card" method="post" action="${request.path}" novalidate>
${csrfInput(context)}
${next !== null && html`<input type="hidden" name="next" value="${next}">`}
${formErrors(above)}
${fieldControl({ name: 'username', label: t('Username'), value: username, autocomplete: 'username', hasFocus: username === '', errors: errors.get('username') ?? [] }, 'login')}
${fieldControl({ name: 'password', label: t('Password'), kind: 'password', autocomplete: 'current-password', hasFocus: username !== '', errors: errors.get('password') ?? [] }, 'login')}
<p class="buttons"><button>${t('Sign in')}</button></p>
</form>`
}
