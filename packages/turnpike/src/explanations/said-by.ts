import { ApiException } from '../errors/api-exception.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'

/**
 * The text of an exception, for people: its detail. A defect shows only its class: its message may
 * contain anything, and the log has it.
 */
export function saidBy(error: unknown): string {
  if (error instanceof SuspiciousRequest) return error.message
  if (error instanceof ApiException) return textOf(error.detail)
  return `it threw ${error instanceof Error ? error.name : typeof error}: see the log`
}

const textOf = (detail: unknown): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
