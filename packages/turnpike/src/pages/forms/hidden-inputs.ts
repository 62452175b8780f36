import { html } from 'hono/html'
import { ItemResponse, stateOf } from '../../views/conditional/item-tag.ts'
import type { Html } from '../html.ts'
import { csrfInput, type PageContext } from '../page-context.ts'
import { pageFormFields } from './page-form.ts'

/**
 * The hidden inputs of a form that writes: the CSRF token, and in a conditional view the tag of the
 * item that the page shows, so that the form overwrites no change that came later.
 */
export async function hiddenInputs(context: PageContext): Promise<Html> {
  const tag = await shownTag(context)
  return html`${csrfInput(context)}${
    tag !== null &&
    html`
<input type="hidden" name="${pageFormFields.ifMatch}" value="${tag}">`
  }`
}

/** The tag for `If-Match`. Null if the view is not conditional, or the page shows no item. */
async function shownTag({ request, response }: PageContext): Promise<string | null> {
  if (response instanceof ItemResponse) {
    const { data, item, options } = response
    return `"${await stateOf(data, item, options)}.page"`
  }
  // The form is shown again after an error. Its input still belongs to the item as it was.
  return request.sentForm === null ? null : request.headers.get('If-Match')
}
