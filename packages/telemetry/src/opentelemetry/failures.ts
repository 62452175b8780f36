import { ApiException, NonFieldError, SuspiciousRequest } from 'turnpike'
import { RefusedData } from 'turnpike/internal/views/generic/valid-data'

/** Whether an error is the service's fault, not an answer to a client's. */
export const isDefect = (error: unknown): boolean =>
  error !== undefined &&
  !(error instanceof ApiException && error.status < 500) &&
  !(error instanceof SuspiciousRequest) &&
  !(error instanceof NonFieldError) &&
  !(error instanceof RefusedData)

/** The value of `error.type`: the class. Undefined if it is not an error. */
export const typeOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.name : undefined
