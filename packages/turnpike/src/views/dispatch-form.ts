import { requireCsrf } from '../authentication/csrf/csrf.ts'
import { ApiException } from '../errors/api-exception.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { FormReader, ReadForm } from '../rendering/form-reader.ts'
import { negotiate } from '../rendering/negotiate.ts'
import { dispatch } from './dispatch.ts'
import type { View } from './view.ts'
import { type DispatchContext, requestOf } from './view-request.ts'

/**
 * Dispatches a request to the view. The form of a page is dispatched as the request it represents,
 * but only if the client gets a page: an API must not have a second way to set the method.
 *
 * @throws what `dispatch` throws.
 */
export function dispatchForm(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): Promise<Answer> {
  const reader = readerOf(view, incoming, context)
  return reader === null
    ? dispatch(view, incoming, context)
    : dispatchReadForm(reader, view, incoming, context)
}

async function dispatchReadForm(
  reader: FormReader,
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): Promise<Answer> {
  let form: ReadForm | null
  try {
    form = await reader.readForm(incoming, view)
  } catch (error) {
    return dispatch(refusing(view, error), incoming, context)
  }
  if (form === null) return dispatch(view, incoming, context)

  const { request, sentForm } = form
  return dispatch(withCsrfCheck(view), request, { ...context, sentForm })
}

/** Reads the forms of the page that the client gets; null when the request is not such a form. */
function readerOf(
  view: View,
  incoming: IncomingRequest,
  { params, connection }: DispatchContext,
): FormReader | null {
  if (!view.renderers.some(({ forms }) => forms?.mayBeForm(incoming))) return null

  const request = requestOf(view, incoming, { params, connection })
  try {
    const { renderer } = negotiate(request, view.renderers, view.settings.URL_FORMAT_OVERRIDE)
    return renderer.forms?.mayBeForm(incoming) ? renderer.forms : null
  } catch (error) {
    // The dispatch finds the same error and answers it.
    if (error instanceof ApiException || error instanceof SuspiciousRequest) return null
    throw error
  }
}

/** The view for an unreadable form: it fails before its sender is authenticated. */
const refusing = (view: View, error: unknown): View => ({
  ...view,
  authentication: [
    {
      authenticate() {
        throw error
      },
    },
  ],
})

/**
 * The view for a form. Every sender needs the CSRF token, because browsers send Basic credentials
 * with the forms of other sites, too.
 */
function withCsrfCheck(view: View): View {
  let isChecked = false
  const hasCsrfToken: View['permissions'][number] = {
    async hasPermission(request) {
      // Pages check the permissions again for the forms that they offer, also after a wrong token.
      if (isChecked) return true
      isChecked = true
      await requireCsrf(request, view)
      return true
    },
  }
  return { ...view, permissions: [hasCsrfToken, ...view.permissions] }
}
