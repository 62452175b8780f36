import { errors as authErrors } from '@adonisjs/auth'
import { errors } from '@adonisjs/core'
import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { errors as vineErrors } from '@vinejs/vine'
import { notAuthenticated, notFound, Refusal } from '../answers.ts'

export default class Refusals extends ExceptionHandler {
  override async handle(error: unknown, context: HttpContext) {
    const { response } = context
    if (error instanceof authErrors.E_UNAUTHORIZED_ACCESS) {
      return response.header('WWW-Authenticate', 'Bearer').status(401).send(notAuthenticated)
    }
    if (error instanceof errors.E_ROUTE_NOT_FOUND) return response.status(404).send(notFound)
    if (error instanceof vineErrors.E_VALIDATION_ERROR) {
      return response.status(400).send(faultsOf(error.messages))
    }
    if (error instanceof Refusal) return response.status(error.status).send(error.body)
    return super.handle(error, context)
  }

  override async report(error: unknown, context: HttpContext) {
    if (!(error instanceof Refusal)) await super.report(error, context)
  }
}

function faultsOf(messages: readonly { field: string; message: string }[]) {
  const faults: Record<string, string[]> = {}
  for (const { field, message } of messages) faults[field] = [...(faults[field] ?? []), message]
  return faults
}
