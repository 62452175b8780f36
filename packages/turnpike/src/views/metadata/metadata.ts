import { ApiResponse } from '../../http/response.ts'
import type { Handler } from '../view.ts'
import { actionsOf } from './actions.ts'

/**
 * Answers OPTIONS with a description of the view: its name, its media types, and the fields of the
 * methods that the client may use.
 */
export const metadata: Handler = async (request, view) => {
  const { name, description, renderers, parsers } = view
  const actions = await actionsOf(view, request)
  return new ApiResponse({
    name,
    description,
    renders: renderers.filter(({ isForErrors }) => !isForErrors).map(({ mediaType }) => mediaType),
    parses: parsers.map(({ mediaType }) => mediaType),
    ...(actions.length > 0 && { actions: Object.fromEntries(actions) }),
  })
}
