import { createApi, routes } from 'turnpike'
import { expect, it } from 'vitest'
import { defineService } from '../../../src/service/define-service.ts'
import { answering, startService } from '../test-service.ts'

const warnings = (log: readonly Record<string, unknown>[]) =>
  log.filter(({ level }) => level === 'warn')
const forwarded = { headers: { 'X-Forwarded-For': '203.0.113.9' } }

it('an untrusted proxy is logged once, with the setting that trusts it', async () => {
  const { request, log } = await startService(answering(() => new Response()))

  await request('/')
  expect(warnings(log)).toEqual([])

  for (let index = 0; index < 3; index++) await request('/', forwarded)

  expect(warnings(log)).toMatchObject([{ id: 'proxy.untrusted', peer: '192.0.2.7' }])
  expect(String(warnings(log)[0]?.msg)).toContain('TRUSTED_PROXIES')
})

it('says nothing of a proxy that is trusted, in the environment or by the application', async () => {
  const inEnvironment = await startService(
    answering(() => new Response()),
    { TRUSTED_PROXIES: '192.0.2.0/24' },
  )
  await inEnvironment.request('/', forwarded)
  expect(warnings(inEnvironment.log)).toEqual([])

  const api = createApi({ TRUSTED_PROXIES: ['192.0.2.7'] })
  const inCode = await startService(
    defineService({
      name: 'trusting',
      app: () => routes(api, { '/': { get: () => new Response() } }),
    }),
  )
  await inCode.request('/', forwarded)
  expect(warnings(inCode.log)).toEqual([])
})
