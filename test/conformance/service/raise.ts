import { HTTPException } from 'hono/http-exception'
import {
  ApiException,
  ApiResponse,
  AuthenticationFailed,
  type DetailInput,
  ErrorMessage,
  MethodNotAllowed,
  NotAcceptable,
  NotAuthenticated,
  NotFound,
  ParseError,
  PermissionDenied,
  SuspiciousRequest,
  Throttled,
  UnsupportedMediaType,
  ValidationError,
} from 'turnpike'
import { NotSupported } from './not-supported.ts'
import type { AnyMethodView } from './view.ts'

/** Raises an error. */
export interface RaiseView extends AnyMethodView, RaisedError {
  kind: 'raise'
}

/** Answers with the three inspections of an error. */
export interface FullDetailsView extends AnyMethodView, RaisedError {
  kind: 'full_details'
}

interface RaisedError {
  exception: string | CustomException
  /** Inside it, `{"$message": text, "code": code}` is a message with a code of its own. */
  detail?: unknown
  code?: string
  /** Of `Throttled`: seconds. */
  wait?: number
  /** Of `MethodNotAllowed`. */
  method?: string
  /** Of `UnsupportedMediaType`. */
  media_type?: string
}

/** A custom exception class. What is absent is inherited from the base class. */
interface CustomException {
  name: string
  status?: number
  default_detail?: string
  default_code?: string
}

export function raise(view: RaisedError): never {
  throw createError(view)
}

/** What the error of a `full_details` view says of itself. */
export function inspect(view: RaisedError): ApiResponse {
  const error = createError(view)
  if (!(error instanceof ApiException)) throw new NotSupported(`Inspection of ${error.name}`)

  const { detail, codes, fullDetails } = error
  return new ApiResponse({ detail, codes, full: fullDetails })
}

const exceptions: Readonly<Record<string, new (detail?: DetailInput, code?: string) => Error>> = {
  APIException: ApiException,
  ValidationError,
  ParseError,
  AuthenticationFailed,
  NotAuthenticated,
  PermissionDenied,
  NotFound,
  NotAcceptable,
}

/** @throws NotSupported when there is no such exception. */
export function createError(view: RaisedError): Error {
  const { exception, code, wait = null, method = '', media_type = '' } = view
  const detail = readDetail(view.detail)
  const text = String(view.detail ?? '')

  if (typeof exception !== 'string') return new (customException(exception))(detail, code)

  switch (exception) {
    case 'Throttled':
      return new Throttled(wait, detail as string | undefined, code)
    case 'MethodNotAllowed':
      return new MethodNotAllowed(method, detail, code)
    case 'UnsupportedMediaType':
      return new UnsupportedMediaType(media_type, detail, code)
    case 'FrameworkNotFound':
      return new HTTPException(404, { message: text })
    case 'FrameworkPermissionDenied':
      return new HTTPException(403, { message: text })
    case 'FrameworkBadRequest':
      return new SuspiciousRequest(text)
    case 'Unhandled':
      return new Error(text)
  }
  const Exception = exceptions[exception]
  if (Exception === undefined) throw new NotSupported(`The exception ${exception}`)
  return new Exception(detail, code)
}

function customException(declared: CustomException): typeof ApiException {
  return class extends ApiException {
    static override readonly status = declared.status ?? ApiException.status
    static override readonly detail = declared.default_detail ?? ApiException.detail
    static override readonly code = declared.default_code ?? ApiException.code
  }
}

function readDetail(detail: unknown): DetailInput | undefined {
  if (detail === undefined || typeof detail === 'string') return detail
  if (Array.isArray(detail)) return detail.map((item) => readDetail(item) ?? '')
  if (typeof detail !== 'object' || detail === null) return String(detail)
  if ('$message' in detail && 'code' in detail) {
    return new ErrorMessage(String(detail.$message), String(detail.code))
  }
  return Object.fromEntries(
    Object.entries(detail).map(([field, item]) => [field, readDetail(item) ?? '']),
  )
}
