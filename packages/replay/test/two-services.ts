import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { defaultRules } from '../src/comparing/rules.ts'
import type { ReplayOptions } from '../src/options.ts'
import type { Recorded, RecordedRequest } from '../src/reading/recorded-request.ts'
import { replay } from '../src/replay.ts'
import type { Findings } from '../src/reporting/findings.ts'

/** A service on a port of its own, until the test ends. */
export async function startService(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  return listenOnFreePort(server)
}

export async function listenOnFreePort(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Answers every request with this. */
export const answering =
  (
    body: string | Buffer,
    headers: Record<string, string | string[]> = {},
    status = 200,
  ): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(body)
  }

export const requestOf = (
  target: string,
  given: Partial<RecordedRequest> = {},
): RecordedRequest => ({
  method: 'GET',
  target,
  headers: [],
  body: null,
  host: null,
  createdId: null,
  place: 'line 1',
  ...given,
})

export const optionsFor = (
  from: URL,
  to: URL,
  given: Partial<ReplayOptions> = {},
): ReplayOptions => ({
  from,
  to,
  publicUrls: [],
  hosts: [],
  headers: [],
  credentials: true,
  writes: false,
  concurrency: 4,
  rate: null,
  limit: null,
  timeoutMs: 5000,
  maxBodyBytes: 1_000_000,
  follow: 0,
  cursorParams: ['cursor'],
  only: [],
  skip: [],
  rules: defaultRules(),
  explained: [],
  save: null,
  ...given,
})

export async function* trafficOf(requests: readonly Recorded[]): AsyncGenerator<Recorded> {
  yield* requests
}

/** Replays these requests to two services. */
export async function replayTo(
  old: RequestListener,
  changed: RequestListener,
  requests: readonly Recorded[] = [requestOf('/x/')],
  given: Partial<ReplayOptions> = {},
): Promise<Findings> {
  const [from, to] = await Promise.all([startService(old), startService(changed)])
  return replay(trafficOf(requests), optionsFor(from, to, given))
}

export const causesOf = (findings: Findings) => findings.causes.map(({ cause }) => cause).toSorted()
