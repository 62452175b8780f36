import { ApiException, ApiResponse, type ExceptionHandler, exceptionHandler } from 'turnpike'

/** 423: the ticket is closed, and only staff may go on with it. */
export class TicketLocked extends ApiException {
  static override readonly status = 423
  static override readonly detail = 'This ticket is closed.'
  static override readonly code = 'ticket_locked'
}

/** Errors of one text have their code and the id under which the log has the request. */
export const withRequestId: ExceptionHandler = (error, context) => {
  const response = exceptionHandler(error, context)
  const isSingle = error instanceof ApiException && typeof error.codes === 'string'
  if (response === null || !isSingle) return response
  const body = { detail: error.detail, code: error.codes, request_id: context.request.id }
  return new ApiResponse(body, response.status, response.headers)
}
