import { driverCode } from '../outages.ts'

/**
 * Whether the connection of a failed statement cannot be used again: the server is now a standby,
 * or ends the connection, or its answer is still to come.
 */
export const spoils = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || /^(25006|57P|08)/.test(driverCode(error) ?? ''))
