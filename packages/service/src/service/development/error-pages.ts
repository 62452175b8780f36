import { AsyncLocalStorage } from 'node:async_hooks'
import { fieldOf } from 'turnpike/internal/http/answer'
import { hostnameOf } from 'turnpike/internal/http/client'
import { errorPage, errorPageHeaders } from 'turnpike/internal/pages/development/error-page'
import { prefersPage } from 'turnpike/internal/pages/prefers-page'
import {
  answeringOf,
  type IncomingRequest,
  isLoopback,
  pathOf,
  type Telemetry,
  webApp,
} from 'turnpike/kit'
import type { createLogger } from '../logging/logger.ts'
import { reportOf } from './error-report.ts'

type PinoLogger = ReturnType<typeof createLogger>

/** The error of a request in progress. */
interface Seen {
  error: unknown
}

const inProgress = new AsyncLocalStorage<Seen>()

/** The logger, which remembers the error of each request: every one behind a 500 is logged. */
export function rememberingErrors(logger: PinoLogger): PinoLogger {
  const error = (fields: object, message: string) => {
    const seen = inProgress.getStore()
    const { err } = Object(fields) as { err?: unknown }
    if (seen !== undefined && err !== undefined) seen.error = err
    logger.error(fields, message)
  }
  return Object.create(logger, { error: { value: error } })
}

/**
 * Replaces a 500 by a page with the error, its stack and source lines, if a browser on this machine
 * asks. Only `turnpike dev` uses it: clients of a service never learn what failed.
 *
 * The name of the host must be that of this machine, too: otherwise a page on another site could
 * read it, under a name that it lets point here (DNS rebinding). The answer has none of the fields
 * of the application, such as those that let other sites read it.
 */
export const errorPagesOfDevelopment: Telemetry = {
  around(app) {
    const answering = answeringOf(app)
    return webApp(async (request, environment) => {
      const seen: Seen = { error: undefined }
      const answer = await inProgress.run(seen, async () => answering(request, environment))
      if (answer.status !== 500 || seen.error === undefined) return answer
      if (!prefersPage(request) || !isOfThisMachine(request)) return answer

      const body = await pageOf(seen.error, request)
      if (body === null) return answer
      if (answer.body instanceof ReadableStream) await answer.body.cancel()
      const requestId = fieldOf(answer, 'x-request-id')
      const own = Object.entries(errorPageHeaders).flatMap(([field, value]) => [
        field.toLowerCase(),
        value,
      ])
      return {
        status: 500,
        fields: requestId === null ? own : [...own, 'x-request-id', requestId],
        body,
      }
    })
  },
}

/** Null for an error that cannot be shown, such as one whose `stack` throws. */
async function pageOf(error: unknown, request: IncomingRequest): Promise<string | null> {
  const name = `${request.method} ${pathOf(request.target)}`
  try {
    return await errorPage(await reportOf(error, name, process.cwd()))
  } catch {
    return null
  }
}

/** A tunnel sends the name of this machine as the host, and the address of its client beside it. */
const isOfThisMachine = ({ headers }: IncomingRequest): boolean =>
  headers.get('X-Forwarded-For') === null &&
  headers.get('Forwarded') === null &&
  isLoopback(hostnameOf(headers.get('Host') ?? ''))
