import { setTimeout as sleep } from 'node:timers/promises'
import { jsonAnswer } from 'turnpike/internal/http/answer'
import { targetBelow } from 'turnpike/internal/http/incoming-request'
import { pathOf } from 'turnpike/kit'
import type { ServiceAnswering } from './service-app.ts'

/**
 * Answers `/healthz` with 200 while the process lives, and `/readyz` with 200 while it should get
 * requests, otherwise 503. Both answer every client, under any host, and are not logged.
 */
export function answerHealthChecks(
  answering: ServiceAnswering,
  isReady: () => boolean | Promise<boolean>,
): ServiceAnswering {
  return (request, environment) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { prefix = '' } = environment
      const target = targetBelow(prefix, request.target) ?? ''
      if (target.startsWith('/healthz') && pathOf(target) === '/healthz') return health(true)
      if (target.startsWith('/readyz') && pathOf(target) === '/readyz') {
        return Promise.resolve(isReady()).then(health)
      }
    }
    return answering(request, environment)
  }
}

const health = (isWell: boolean) =>
  jsonAnswer(isWell ? 200 : 503, { status: isWell ? 'ok' : 'unavailable' }, [
    'cache-control',
    'no-store',
  ])

/** Milliseconds to wait for the database. */
const patience = 2000

/** Whether the database answers in time. */
export function isAnswering(ping: () => Promise<unknown>): Promise<boolean> {
  const answered = ping().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(patience, false, { ref: false })])
}
