import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type DestinationStream,
  destination,
  type LoggerOptions,
  type Logger as PinoLogger,
  pino,
  stdTimeFunctions,
} from 'pino'
import type { TraceIds } from 'turnpike/kit'
import type { LogLevel } from '../config.ts'
import { workerNumber } from '../worker-number.ts'
import { readableLines } from './readable-lines.ts'

/** The facts of a request in each line of its log. */
export interface RequestInProgress {
  readonly requestId: string
  /** The trace of the current work; null outside a trace. */
  trace(): TraceIds | null
}

/** The current request. */
export const requestInProgress = new AsyncLocalStorage<RequestInProgress>()

/**
 * A logger that writes one JSON object per line, by default to the standard output. On a terminal
 * the lines are for people, unless `NODE_ENV` is `production`. Lines of a worker contain its number
 * and process id.
 */
export function createLogger(
  level: LogLevel,
  stream: DestinationStream = standardOutput(),
): PinoLogger {
  const options: LoggerOptions = {
    level,
    base: workerNumber === null ? null : { worker: workerNumber, pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    // A copy: pino adds the fields of the line to it, which would then be in later lines, too.
    mixin: fieldsOfRequest,
  }
  return pino(options, stream)
}

/** A container may have a terminal, too, whose output is collected. */
const standardOutput = (): DestinationStream =>
  process.stdout.isTTY && process.env.NODE_ENV !== 'production'
    ? readableLines(process.stdout)
    : destination(1)

function fieldsOfRequest(): object {
  const request = requestInProgress.getStore()
  return request === undefined ? {} : { requestId: request.requestId, ...request.trace() }
}

/** Maximum number of causes below an error, so that a cycle ends. */
const maxCauses = 10

/**
 * Selects fields of an error: libraries attach anything to their errors, even headers with
 * credentials.
 */
const describeError = (error: unknown): unknown => describeCauses(error, maxCauses)

function describeCauses(error: unknown, causesLeft: number): unknown {
  if (!(error instanceof Error)) return { message: String(error) }

  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && causesLeft > 0 && { cause: describeCauses(cause, causesLeft - 1) }),
  }
}
