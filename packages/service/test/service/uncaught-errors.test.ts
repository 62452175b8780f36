import { secrets } from '@turnpike/test-support/secrets.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { createLogger } from '../../src/service/logging/logger.ts'
import { startServer } from '../../src/service/processes/start-server.ts'
import { answering } from './test-service.ts'

const config = readConfig({
  DATABASE_URL: 'sqlite::memory:',
  SECRET_KEYS: secrets.join(),
  PORT: '0',
})

it('a service listens for uncaught errors only until it is closed: another one in the process goes on', async () => {
  const listeners = () => process.listenerCount('uncaughtException')
  const logger = createLogger('info', { write: () => {} })
  const before = listeners()
  const server = startServer(
    answering(() => new Response('ok')),
    { config, drainDelaySeconds: 0, migrate: true, logger },
  )
  await server.ready
  const meanwhile = listeners()

  await server.close()

  expect([meanwhile, listeners()]).toEqual([before + 1, before])
})

it('an uncaught error stops the service in order although its log cannot be written', async () => {
  const printed: unknown[] = []
  for (const level of ['info', 'error'] as const) {
    const print = vi.spyOn(console, level).mockImplementation((line) => void printed.push(line))
    onTestFinished(() => print.mockRestore())
  }
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  onTestFinished(() => exit.mockRestore())
  let isFull = false
  const logger = createLogger('info', {
    write() {
      if (isFull) throw new Error('The disk is full.')
    },
  })
  const server = startServer(
    answering(() => new Response('ok')),
    { config, drainDelaySeconds: 0, migrate: true, logger },
  )
  const { url } = await server.ready
  onTestFinished(() => server.close())
  const stopAfter = process.listeners('uncaughtException').at(-1)
  isFull = true

  await stopAfter?.(new Error('out of the blue'), 'uncaughtException')

  expect(exit).toHaveBeenCalledWith(1)
  await expect(fetch(url)).rejects.toThrow()
  expect(printed).toContain('Stopping after an uncaught error.')
})
