import { ServiceUnavailable } from 'turnpike'
import { driverErrorOf } from '../adapter/driver-errors.ts'

/** The error of the driver behind one of Prisma, or the error itself if there is none. */
export const originalError = (error: unknown): unknown => driverErrorOf(error) ?? error

/** The 503 behind an error of Prisma, or the error itself. */
export function outageOr(error: unknown): unknown {
  const original = originalError(error)
  return original instanceof ServiceUnavailable ? original : error
}

/** Whether Prisma found no row to change. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'P2025'
