import { ApiException } from '../errors/api-exception.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'

/**
 * What an exception says, for people: its detail. Of a defect only the class: its message may
 * contain anything, and the log has it.
 */
export function saidBy(error: unknown): string {
  if (error instanceof SuspiciousRequest) return error.message
  if (error instanceof ApiException) return textOf(error.detail)
  return `it threw ${error instanceof Error ? error.name : typeof error}: see the log`
}

const textOf = (detail: unknown): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
