import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf } from './path.ts'
import type { ServiceApp } from './service-app.ts'

/**
 * Answers `/healthz` with 200 while the process lives, and `/readyz` with 200 while it should be
 * sent requests, else 503. Both answer whoever asks, under any host, and are not logged.
 */
export function answerHealthChecks(
  app: ServiceApp,
  isReady: () => boolean | Promise<boolean>,
): ServiceApp {
  return {
    fetch(request, environment) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return app.fetch(request, environment)

      const path = pathOf(request.url)
      if (path === '/healthz') return answer(true)
      if (path === '/readyz') return Promise.resolve(isReady()).then(answer)
      return app.fetch(request, environment)
    },
  }
}

const answer = (isWell: boolean) =>
  Response.json(
    { status: isWell ? 'ok' : 'unavailable' },
    { status: isWell ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )

/** Milliseconds that the database has to answer. */
const patience = 2000

/** Whether the database answers in time. */
export function isAnswering(ping: () => Promise<unknown>): Promise<boolean> {
  const answered = ping().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(patience, false, { ref: false })])
}
