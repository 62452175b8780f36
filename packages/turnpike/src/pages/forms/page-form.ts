import { MethodNotAllowed } from '../../errors/exceptions.ts'
import type { IncomingRequest } from '../../http/incoming-request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'
import { parseUrlEncoded } from '../../http/syntax/url-encoded.ts'
import type { FormReader, FormView, ReadForm } from '../../rendering/form-reader.ts'
import { WebRequest } from '../../web/web-request.ts'
import { momentOf } from './date-input.ts'

/** Fields by which a form of a page expresses what HTML forms cannot. */
export const pageFormFields = {
  /** The method: HTML forms only have GET and POST. */
  method: '_method',
  /** A raw body instead of the fields. */
  content: '_content',
  /** Its media type. Default `application/json`. */
  contentType: '_content_type',
  /** The name of each checkbox, because browsers do not send unticked ones. */
  box: '_box',
  /** The name of each multiple choice, because browsers do not send empty ones. */
  list: '_list',
  /** The name of each moment: browsers send it without a time zone. */
  moment: '_moment',
  /** The tag of the item that the page shows, for `If-Match`. Default none. */
  ifMatch: '_if_match',
} as const

const formType = 'application/x-www-form-urlencoded'

/**
 * Reads the forms of browsable pages: a POST of URL-encoded fields. For clients that get no page
 * these fields have no meaning.
 */
export const pageForms: FormReader = {
  mayBeForm: ({ method, headers }) =>
    method === 'POST' &&
    parseMediaType(headers.get('Content-Type') ?? '')?.essence === formType &&
    // Compressed bodies are left to the parsers, which reject them.
    !headers.has('Content-Encoding'),

  readForm,
}

/**
 * The request that a page's form represents: with the method in its field `_method`, and the body
 * in `_content` or from its other fields. Without `_method` the request is unchanged.
 *
 * It carries the form's CSRF token in the header field, which must be checked for every sender:
 * browsers send Basic credentials with the forms of other sites, too.
 *
 * @throws MethodNotAllowed when the view lacks the method, or no form can represent it.
 * @throws ParseError when the body ends early, ContentTooLarge when it is too long.
 */
async function readForm(request: IncomingRequest, view: FormView): Promise<ReadForm | null> {
  const { CSRF_FIELD_NAME, CSRF_HEADER_NAME } = view.settings
  const { DATA_UPLOAD_MAX_MEMORY_SIZE, DATA_UPLOAD_MAX_NUMBER_FIELDS } = view.settings
  const body = await request.readBody(DATA_UPLOAD_MAX_MEMORY_SIZE)
  const sentFields = parseUrlEncoded(new TextDecoder().decode(body), DATA_UPLOAD_MAX_NUMBER_FIELDS)
  const method = sentFields?.get(pageFormFields.method)?.toUpperCase() ?? ''
  if (sentFields === null || !/^[A-Z]{1,20}$/.test(method)) return null

  const fields = withPlainLineBreaks(sentFields)
  if (noForm.includes(method) || !view.handlers.has(method)) throw new MethodNotAllowed(method)

  const headers = new Headers([...request.headers])
  headers.set(CSRF_HEADER_NAME, asFieldValue(fields.get(CSRF_FIELD_NAME) ?? ''))
  addUnsent(fields, pageFormFields.box, 'false')
  addUnsent(fields, pageFormFields.list, '')
  for (const name of fields.getAll(pageFormFields.moment)) {
    const moment = fields.get(name)
    if (moment !== null) fields.set(name, momentOf(moment))
  }
  const ifMatch = fields.get(pageFormFields.ifMatch)
  if (ifMatch !== null) headers.set('If-Match', asFieldValue(ifMatch))
  const content = fields.get(pageFormFields.content)
  const contentType = content === null ? formType : fields.get(pageFormFields.contentType)
  headers.set('Content-Type', asFieldValue(contentType || 'application/json'))
  for (const name of [CSRF_FIELD_NAME, ...Object.values(pageFormFields)]) fields.delete(name)
  const sent = new TextEncoder().encode(content ?? `${fields}`)
  headers.set('Content-Length', `${sent.length}`)
  return { request: withBody(request, method, headers, sent), sentForm: { content, fields } }
}

/**
 * On the wire, the response to HEAD would be that to a POST, so the client would wait for its body.
 * The other two cannot be web requests (Fetch, forbidden method).
 */
const noForm = ['HEAD', 'TRACE', 'CONNECT']

/** Adds what was left empty: PATCH would take its absence for "unchanged". */
function addUnsent(fields: URLSearchParams, marker: string, value: string): void {
  const sent = new Set(fields.keys())
  for (const name of fields.getAll(marker)) if (!sent.has(name)) fields.append(name, value)
}

/** Replaces invalid header characters by `?`, which occurs in no media type and no token. */
const asFieldValue = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/** The text with plain line breaks: browsers send those of fields as CR LF (HTML §4.10.21.4). */
const withPlainLineBreaks = (fields: URLSearchParams) =>
  new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))

function withBody(
  { scheme, host, target, signal }: IncomingRequest,
  method: string,
  headers: Headers,
  body: BodyInit,
): IncomingRequest {
  const hasBody = method !== 'GET'
  const init = { method, headers, signal, ...(hasBody && { body }) }
  return new WebRequest(new Request(`${scheme}://${host}${target}`, init))
}
