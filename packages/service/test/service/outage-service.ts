import { onTestFinished } from 'vitest'
import { demo, seed } from '../../../../examples/notes/seed.ts'
import notes from '../../../../examples/notes/service.ts'
import { createService, readConfig } from '../../src/service/index.ts'
import { createLogger } from '../../src/service/logging/logger.ts'

/** The notes example over a database of PostgreSQL, and the lines of its log. */
export async function openNotes(databaseUrl: string, env: Record<string, string> = {}) {
  const log: string[] = []
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=none',
    SECRET_KEYS: 'a secret that is the same for all tests',
    ...env,
  })
  const logger = createLogger('warn', { write: (line: string) => log.push(line) })
  const service = await createService(notes, config, { logger, migrate: true })
  onTestFinished(() => service.close())
  const user = await seed(service.db, service.users)
  const { key } = await service.tokens.getOrCreate(user)
  const { id: session } = await service.sessions.create(user)

  const request = async (path: string, init?: RequestInit) =>
    service.app.fetch(new Request(`http://api.test${path}`, init), {})

  const token = { Authorization: `Token ${key}` }
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ username: demo.username, password: demo.password })
  /** One request for each way in which the database is used. */
  const requests = {
    list: () => request('/notes/?page_size=2', { headers: token }),
    detail: () => request('/notes/1/', { headers: token }),
    timeline: () => request('/timeline/', { headers: token }),
    create: () =>
      request('/notes/', {
        method: 'POST',
        headers: { ...token, ...json },
        body: JSON.stringify({ title: 'Under load' }),
      }),
    basic: () =>
      request('/whoami/', {
        headers: { Authorization: `Basic ${btoa(`${demo.username}:${demo.password}`)}` },
      }),
    session: () => request('/whoami/', { headers: { Cookie: `sessionid=${session}` } }),
    'token endpoint': () => request('/api-token-auth/', { method: 'POST', headers: json, body }),
  }
  return { ...service, log, request, requests, token }
}
