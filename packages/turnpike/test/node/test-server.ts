import { onTestFinished } from 'vitest'
import type { NodeEnvironment } from '../../src/node/environment.ts'
import { type ServeOptions, type Server, serve } from '../../src/node/serve.ts'
import type { WebApp } from '../../src/web/application.ts'

type Fetch = WebApp<NodeEnvironment>['fetch']

export interface LoggedLine {
  level: 'info' | 'warn' | 'error'
  fields: object
  message: string
}

/** A server on a free port that stops with the test, and what it logs. */
export async function startServer(
  fetch: Fetch,
  options: ServeOptions = {},
): Promise<Server & { log: LoggedLine[] }> {
  const log: LoggedLine[] = []
  const writer = (level: LoggedLine['level']) => (fields: object, message: string) => {
    log.push({ level, fields, message })
  }
  const server = await serve(
    { fetch },
    {
      port: 0,
      drainDelaySeconds: 0,
      gracePeriodSeconds: 1,
      handleSignals: false,
      logger: { info: writer('info'), warn: writer('warn'), error: writer('error') },
      ...options,
    },
  )
  onTestFinished(() => server.close())
  return { ...server, log }
}

/** Answers with the method, URL and body of the request. */
export const echo: Fetch = async (request) =>
  Response.json({ method: request.method, url: request.url, body: await request.text() })

/** A promise and the function that fulfils it. */
export const gate = () => Promise.withResolvers<void>()
