import { createLogger, createService, defineService, readConfig } from '@turnpike/service'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiResponse, createApi, routes, type Settings } from '../../src/index.ts'

/** Starts a service with these settings in its code and its environment. */
async function start(own: Settings, environment: Record<string, string>, nodeEnv: string) {
  vi.stubEnv('NODE_ENV', nodeEnv)
  onTestFinished(() => void vi.unstubAllEnvs())
  const log: string[] = []
  const logger = createLogger('info', { write: (line: string) => void log.push(line) })
  const service = defineService({
    name: 'test',
    app: ({ settings }) =>
      routes(createApi({ ...settings, ...own }), { '/': { get: () => new ApiResponse() } }),
  })
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEYS: secrets.join(),
    ...environment,
  })
  const { close } = await createService(service, config, { logger, migrate: true })
  await close()
  return log.join('')
}

describe('explanations in production', () => {
  it.each([
    ['the environment', {}, { EXPLAIN_REFUSALS: 'true' }],
    ['the code', { EXPLAIN_REFUSALS: true }, {}],
  ])(
    'a service in production does not start with EXPLAIN_REFUSALS from %s',
    async (_, own, environment) => {
      await expect(start(own, environment, 'production')).rejects.toThrow(
        /EXPLAIN_REFUSALS is true and NODE_ENV is production/,
      )
    },
  )

  it('a service in development starts with EXPLAIN_REFUSALS, and logs a warning', async () => {
    expect(await start({}, { EXPLAIN_REFUSALS: 'true' }, 'development')).toContain(
      'EXPLAIN_REFUSALS is true',
    )
  })

  it('a service in production that explains nothing starts without a warning', async () => {
    expect(await start({}, {}, 'production')).not.toContain('EXPLAIN_REFUSALS')
  })
})
