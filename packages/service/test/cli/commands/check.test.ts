import { expect, it } from 'vitest'
import { createTurnpikeWithAnn } from '../turnpike.ts'

it('turnpike check finds nothing in a service for trying out, and much in one for production', async () => {
  const { run } = await createTurnpikeWithAnn()

  expect(await run(['check'])).toEqual({ code: 0, out: 'No problems found.\n', err: '' })

  const { code, out, err } = await run(['check', '--deploy'])
  expect(code).toBe(1)
  expect(out).toMatch(/^error transport\.plain: .+\n {2}.+BASE_URL/m)
  expect(out).toMatch(/^error hosts\.open: .+\n {2}Set ALLOWED_HOSTS/m)
  expect(out).toMatch(/^error transport\.cookies: .+\n {2}Set TRUSTED_PROXIES/m)
  expect(err).toBe('turnpike: 3 errors.\n')
})

it('turnpike check --json prints findings for programs; warnings alone are no failure', async () => {
  const { run } = await createTurnpikeWithAnn()
  const env = {
    BASE_URL: 'https://api.example.com',
    TRUSTED_PROXIES: '10.0.0.1',
    LOG_LEVEL: 'debug',
  }

  const { code, out } = await run(['check', '--deploy', '--json'], '', env)

  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual([
    {
      id: 'logging.verbose',
      severity: 'warning',
      message: expect.any(String),
      remedy: expect.any(String),
    },
  ])
})

it('no command prints the password of a mistyped DATABASE_URL', async () => {
  const { run } = await createTurnpikeWithAnn()

  for (const url of ['postgres:bob:s3cr3t@db/notes', 'postgres:/bob:s3cr3t@db', 'bob:s3cr3t@db']) {
    for (const command of [['serve'], ['migrate'], ['check', '--deploy'], ['check', '--json']]) {
      const { code, out, err } = await run(command, '', { DATABASE_URL: url })

      expect(code, url).toBe(1)
      expect(out + err, url).toContain('…@db')
      expect(out + err, url).not.toContain('s3cr3t')
    }
  }
})
