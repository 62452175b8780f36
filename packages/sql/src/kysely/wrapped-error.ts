/**
 * The error of a driver that an error of Drizzle or Prisma wraps; null if it wraps none. They are
 * recognised by their form, because an application may use any version.
 */
export function wrappedError(error: Error): Error | null {
  if (isOfDrizzle(error)) return error.cause instanceof Error ? error.cause : null
  if (!isOfPrisma(error)) return null

  const inner = error.meta?.driverAdapterError ?? error.cause
  if (inner instanceof Error) return inner
  // An adapter describes the error of its driver with an object.
  const { kind = '', code, originalCode = code, originalMessage } = inner ?? {}
  const known = codes[kind] ?? originalCode ?? codes[String(error.code)]
  return known === undefined ? null : Object.assign(new Error(originalMessage), { code: known })
}

interface PrismaError extends Error {
  /** `P1001`, in errors of a client. */
  readonly code?: unknown
  readonly meta?: { readonly driverAdapterError?: Error }
  readonly cause?: Error | DescribedError
}

interface DescribedError {
  readonly kind?: string
  readonly code?: string
  readonly originalCode?: string
  readonly originalMessage?: string
}

/** `DrizzleQueryError` has the text and the values of the statement. */
const isOfDrizzle = (error: Error): boolean =>
  'query' in error && typeof error.query === 'string' && 'params' in error

const isOfPrisma = (error: Error): error is PrismaError =>
  /^(PrismaClient\w*Error|DriverAdapterError)$/.test(error.name)

/** Codes of drivers for what Prisma names itself: https://pris.ly/d/error-reference. */
const codes: Readonly<Record<string, string>> = {
  DatabaseNotReachable: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
  TooManyConnections: '53300',
  TransactionWriteConflict: '40001',
  P1001: 'ECONNREFUSED',
  P1002: 'ETIMEDOUT',
  P1008: 'ETIMEDOUT',
  P1017: 'ECONNRESET',
  P2024: '53300',
  P2034: '40001',
  P2037: '53300',
}
