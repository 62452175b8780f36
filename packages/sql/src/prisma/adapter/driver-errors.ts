import { isObject, mark } from 'turnpike/kit'

const driverErrors = mark<object, unknown>()

/** The error of an adapter, by which Prisma learns what the driver has reported. */
export class DriverAdapterError extends Error {
  // Prisma recognizes it by its name.
  override readonly name = 'DriverAdapterError'
  override readonly cause: MappedError

  constructor(cause: MappedError, driverError: unknown) {
    super(cause.message ?? cause.kind)
    this.cause = cause
    driverErrors.set(this, driverError)
  }
}

/** An error in Prisma's words. */
export interface MappedError {
  readonly kind: string
  readonly message?: string
  readonly originalCode?: string
  readonly originalMessage?: string
  readonly [detail: string]: unknown
}

/** Remembers the driver's error behind that of an adapter. */
export function keepDriverError(adapterError: unknown, driverError: unknown): void {
  if (isObject(adapterError)) driverErrors.set(adapterError, driverError)
}

/**
 * The error of `pg` or of the SQLite library behind an error of a Prisma client; undefined if there
 * is none, as for an invalid argument.
 */
export function driverErrorOf(error: unknown): unknown {
  if (!isObject(error)) return undefined
  const own = driverErrors.get(error)
  if (own !== undefined) return own
  // An error that Prisma knows carries that of the adapter.
  const { meta } = error as { meta?: { driverAdapterError?: unknown } }
  const adapterError = meta?.driverAdapterError
  return isObject(adapterError) ? driverErrors.get(adapterError) : undefined
}
