import { ApiException } from '../../errors/api-exception.ts'
import type { HttpRequest } from '../../http/http-request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'

/** Whether the content type is that of an HTML form. */
export function isForm({ headers }: HttpRequest): boolean {
  const mediaType = parseMediaType(headers.get('Content-Type') ?? '')
  return formTypes.includes(mediaType?.essence ?? '')
}

/**
 * The value of a field of a POSTed form, the last one when it is repeated. Null when there is none,
 * or when the body is not a form or cannot be read: the next reader of the body reports the error.
 */
export async function formField(request: HttpRequest, name: string): Promise<string | null> {
  if (request.method !== 'POST' || !isForm(request)) return null

  const fields = await request.data().catch(asUnreadable)
  const value = Object.entries(fields ?? {}).find(([field]) => field === name)?.[1]
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last : null
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

function asUnreadable(error: unknown): null {
  if (error instanceof ApiException) return null
  throw error
}
