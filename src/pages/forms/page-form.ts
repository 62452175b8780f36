import { MethodNotAllowed } from '../../errors/exceptions.ts'
import type { IncomingRequest } from '../../http/incoming-request.ts'
import { parseMediaType } from '../../http/syntax/media-type.ts'
import { parseUrlEncoded } from '../../http/syntax/url-encoded.ts'
import type { FormReader, FormView, ReadForm } from '../../rendering/form-reader.ts'
import { WebRequest } from '../../web/web-request.ts'

/** Fields by which a form of a page says what HTML has no words for. */
export const pageFormFields = {
  /** The method: HTML has GET and POST alone. */
  method: '_method',
  /** A body to be sent as it is, in place of the fields. */
  content: '_content',
  /** Its media type. Default `application/json`. */
  contentType: '_content_type',
  /** The name of a box to tick, for each: browsers send nothing of one that is not ticked. */
  box: '_box',
  /** The name of a choice of several, for each: browsers send nothing where nothing is chosen. */
  list: '_list',
} as const

const formType = 'application/x-www-form-urlencoded'

/**
 * Reads what the forms of browsable pages send: a POST of URL-encoded fields. To a client that gets
 * no page the fields mean nothing.
 */
export const pageForms: FormReader = {
  mayBeForm: ({ method, headers }) =>
    method === 'POST' &&
    parseMediaType(headers.get('Content-Type') ?? '')?.essence === formType &&
    // A compressed body is left to the parsers, which refuse it.
    !headers.has('Content-Encoding'),

  readForm,
}

/**
 * The request that the form of a page stands for: of the method in its field `_method`, with the
 * body in `_content`, else with its other fields. Without `_method` it is the request as it came.
 *
 * It carries the form's CSRF token in the header field, and must be checked by it, whoever sends
 * it: a browser sends Basic credentials along with the forms of other sites, too.
 *
 * @throws MethodNotAllowed when the view has no such method, and for those that no form stands for.
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
  const content = fields.get(pageFormFields.content)
  const contentType = content === null ? formType : fields.get(pageFormFields.contentType)
  headers.set('Content-Type', asFieldValue(contentType || 'application/json'))
  for (const name of [CSRF_FIELD_NAME, ...Object.values(pageFormFields)]) fields.delete(name)
  const sent = new TextEncoder().encode(content ?? `${fields}`)
  headers.set('Content-Length', `${sent.length}`)
  return { request: withBody(request, method, headers, sent), sentForm: { content, fields } }
}

/**
 * On the wire the answer to HEAD is that to a POST, so the client would wait for its body. And
 * there is no web request with the other two (Fetch, forbidden method).
 */
const noForm = ['HEAD', 'TRACE', 'CONNECT']

/** What the person has left empty is said: PATCH would take its absence for "as it was". */
function addUnsent(fields: URLSearchParams, marker: string, value: string): void {
  const sent = new Set(fields.keys())
  for (const name of fields.getAll(marker)) if (!sent.has(name)) fields.append(name, value)
}

/** With a question mark for what no header field can hold: no media type and no token has it. */
const asFieldValue = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/** As the fields hold them. Browsers send line breaks of fields as CR LF (HTML §4.10.21.4). */
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
