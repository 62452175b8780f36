import type { ApiException } from '../errors/api-exception.ts'
import { type ErrorDetail, ErrorMessage } from '../errors/error-detail.ts'
import { ErrorResponse } from '../errors/error-response.ts'
import { ownDetail } from '../errors/exceptions.ts'
import type { ApiRequest } from '../http/request.ts'
import { reasonPhrases } from '../http/syntax/reason-phrases.ts'
import { jsonText } from './json.ts'
import type { Renderer } from './renderer.ts'

/**
 * A problem details document (RFC 9457). Without `type` the title is the status's reason phrase.
 */
export interface ProblemDetails {
  title: string
  status: number
  detail: string
  /** The code of the error, as in the default shape's full form. */
  code: string
  /** Every message of a validation error with its place in the data. */
  errors?: ProblemMessage[]
}

export interface ProblemMessage {
  detail: string
  code: string
  /** A JSON Pointer into the sent data (RFC 6901): `#/title`, `#/tags/1`; `#` for all of it. */
  pointer: string
}

/**
 * Renders errors as problem details (RFC 9457) for clients that ask for them:
 * `Accept: application/json, application/problem+json`.
 */
export function problemRenderer(): Renderer {
  return {
    mediaType: 'application/problem+json',
    format: 'problem',
    charset: null,
    isForErrors: true,
    render: (data, { response, request, view }) =>
      jsonText(
        response instanceof ErrorResponse
          ? problemOf(response, request, view.settings.NON_FIELD_ERRORS_KEY)
          : data,
      ),
  }
}

function problemOf(
  { exception, status }: ErrorResponse,
  request: Pick<ApiRequest, 'translate'>,
  nonFieldKey: string,
): ProblemDetails {
  const { errorDetail } = exception
  const title = request.translate(reasonPhrases[status] ?? 'Unknown Error')
  if (errorDetail instanceof ErrorMessage) {
    return { title, status, detail: errorDetail.message, code: errorDetail.code }
  }
  const type = exception.constructor as typeof ApiException
  // The text of every exception is about a 500.
  const text = ownDetail(type) ?? (status === 500 ? type.detail : null)
  const detail = text === null ? title : request.translate(text)
  return {
    title,
    status,
    detail,
    code: type.code,
    errors: messagesAt('#', errorDetail, nonFieldKey),
  }
}

/** The messages of a detail in the order of the data, each with its pointer. */
function messagesAt(pointer: string, detail: ErrorDetail, nonFieldKey: string): ProblemMessage[] {
  if (detail instanceof ErrorMessage) {
    return [{ detail: detail.message, code: detail.code, pointer }]
  }
  if (Array.isArray(detail)) {
    return detail.flatMap((item, index) =>
      // Messages in a list belong to the list's place; a nested detail has its own.
      messagesAt(item instanceof ErrorMessage ? pointer : `${pointer}/${index}`, item, nonFieldKey),
    )
  }
  return Object.entries(detail).flatMap(([field, item]) =>
    messagesAt(
      field === nonFieldKey ? pointer : `${pointer}/${escapeName(field)}`,
      item,
      nonFieldKey,
    ),
  )
}

/** A name in a pointer (RFC 6901 §3). */
const escapeName = (field: string) => field.replaceAll('~', '~0').replaceAll('/', '~1')
