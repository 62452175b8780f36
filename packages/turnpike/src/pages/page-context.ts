import { html } from 'hono/html'
import { csrfTokenForPage } from '../authentication/csrf/csrf.ts'
import type { RenderContext } from '../rendering/renderer.ts'
import type { View } from '../views/view.ts'
import type { Html } from './html.ts'

/** The context of a page: the request, the response, and the whole view. */
export interface PageContext extends RenderContext {
  readonly view: View
}

/** The dispatch passes every renderer the whole view; the renderers' interface declares less. */
export const pageContext = (context: RenderContext): PageContext => context as PageContext

/** The hidden field with the CSRF token of a form. Sets the cookie if the browser has none. */
export function csrfInput({ request, view, headers }: PageContext): Html {
  const token = csrfTokenForPage(request, view, headers)
  return html`<input type="hidden" name="${view.settings.CSRF_FIELD_NAME}" value="${token}">`
}
