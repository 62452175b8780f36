import { ApiException, ApiResponse, type ExceptionHandler, exceptionHandler } from 'turnpike'
import { NotSupported } from './not-supported.ts'

/** An exception handler by the name that the scenarios give it. */
export function createExceptionHandler(name: string): ExceptionHandler {
  const handler = handlers[name]
  if (handler === undefined) throw new NotSupported(`The exception handler ${name}`)
  return handler
}

const handlers: Readonly<Record<string, ExceptionHandler>> = {
  exception_handler: exceptionHandler,

  AddStatusCode: async (error, context) => {
    const response = await exceptionHandler(error, context)
    return response && withKey(response, 'status_code', response.status)
  },

  NameView: async (error, context) => {
    const response = await exceptionHandler(error, context)
    return response && withKey(response, 'view', context.view.name)
  },

  FullDetails: async (error, context) => {
    const response = await exceptionHandler(error, context)
    return response && error instanceof ApiException
      ? new ApiResponse(error.fullDetails, response.status, response.headers)
      : response
  },

  ReturnNull: () => null,

  CatchAll: async (error, context) =>
    (await exceptionHandler(error, context)) ??
    new ApiResponse({ detail: 'Something went wrong.' }, 503),
}

/** The response with one more key in its body, when the body is an object. */
function withKey({ data, status, headers }: ApiResponse, key: string, value: unknown): ApiResponse {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return new ApiResponse(isObject ? { ...data, [key]: value } : data, status, headers)
}
