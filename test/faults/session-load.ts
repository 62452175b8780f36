import { setTimeout as sleep } from 'node:timers/promises'
import { exactly, type Finding, figure } from './report.ts'
import { keepSecret } from './secrets-in-logs.ts'
import type { RunningService } from './service.ts'

const clients = 8

/** Clients that sign in and out at `redis-service.ts`, in several processes, while Redis fails. */
export interface SessionLoad {
  /** Settles when a session can be made in each process. */
  works(): Promise<void>
  /** Ends the load, and looks which sessions are there. */
  end(): Promise<SessionFindings>
}

export interface SessionFindings {
  readonly unavailable: number
  /** Acknowledged sign-ins and sign-outs that Redis does not know. */
  readonly lost: number
  readonly findings: readonly Finding[]
}

export function sessionLoad(services: readonly RunningService[]): SessionLoad {
  const live = new Set<string>()
  const ended = new Set<string>()
  let isOver = false
  let [unavailable, withoutRetryAfter, unexpected] = [0, 0, 0]

  /** @returns the body and the status; 0 without an answer. */
  async function ask(
    { url }: RunningService,
    method: string,
    path: string,
    headers: Record<string, string>,
    expected: readonly number[],
  ): Promise<{ status: number; body: string }> {
    const response = await fetch(`${url}${path}`, { method, headers }).catch(() => null)
    const status = response?.status ?? 0
    if (status === 503) {
      unavailable++
      if (!response?.headers.has('Retry-After')) withoutRetryAfter++
    }
    if (!expected.includes(status)) unexpected++
    return { status, body: (await response?.text()) ?? '' }
  }

  const signIn = (service: RunningService) => ask(service, 'POST', '/session/', {}, [201, 503])
  // 403: the session was lost, which is counted at the end.
  const find = (service: RunningService, id: string) =>
    ask(service, 'GET', '/whoami/', { Cookie: `sessionid=${id}` }, [200, 403, 503])
  const serviceOf = (number: number) => services[number % services.length] as RunningService

  const load = Array.from({ length: clients }, async (_, client) => {
    for (let number = client; !isOver; number++) {
      // Throttles count in memory meanwhile.
      await ask(serviceOf(number), 'GET', '/ping/', {}, [200])
      const { status, body } = await signIn(serviceOf(number))
      if (status !== 201) continue
      const id = JSON.parse(body) as string
      keepSecret(id)
      await find(serviceOf(number + 1), id)
      if (number % 2 === 0) {
        live.add(id)
        continue
      }
      const end = { 'X-Session': id }
      const answer = await ask(serviceOf(number + 1), 'DELETE', '/session/', end, [204, 503])
      if (answer.status === 204) ended.add(id)
    }
  })

  /** How many of the sessions are not answered so. */
  async function answeredOtherwise(ids: ReadonlySet<string>, status: number): Promise<number> {
    let count = 0
    for (const id of ids) {
      let answer = await find(serviceOf(0), id)
      while (answer.status === 503) answer = await find(serviceOf(0), id)
      if (answer.status !== status) count++
    }
    return count
  }

  return {
    async works() {
      await Promise.all(
        services.map(async (service) => {
          while ((await signIn(service)).status !== 201) await sleep(5)
        }),
      )
    },

    async end() {
      isOver = true
      await Promise.all(load)
      const signInsLost = await answeredOtherwise(live, 200)
      const signOutsLost = await answeredOtherwise(ended, 403)
      return {
        unavailable,
        lost: signInsLost + signOutsLost,
        findings: [
          exactly('answers other than expected', unexpected, 0),
          exactly('answers 503 without Retry-After', withoutRetryAfter, 0),
          figure('sessions made and ended', live.size + ended.size),
          figure('acknowledged sign-ins lost', signInsLost),
          figure('acknowledged sign-outs lost', signOutsLost),
        ],
      }
    },
  }
}
