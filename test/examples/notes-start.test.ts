import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@turnpike/service'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isForOthers } from '../../examples/notes/is-for-others.ts'
import { describeWith } from '../support/extras.ts'
import { programs } from '../support/programs.ts'

// Each start is a process of its own, which makes 10,000 notes the first time.
vi.setConfig({ testTimeout: 600_000 })

const main = resolve(import.meta.dirname, '../../examples/notes/main.ts')

/** `npm start` on one database, as often as it is called. */
function openExample() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return async (env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--conditions=source', main], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DRAIN_DELAY_SECONDS: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    for await (const text of child.stdout
      .setEncoding('utf8')
      .iterator({ destroyOnReturn: false })) {
      said += text
      if (said.includes('/notes/1/')) break
    }
    const url = /notes on http:\/\/[^ ]+:(\d+)\//.exec(said)?.[1] ?? 'none'
    const base = `http://127.0.0.1:${url}`
    const statusOf = async (path: string, init: RequestInit) =>
      (await fetch(base + path, init)).status
    const headers = { Authorization: /Authorization: (Token \w+)/.exec(said)?.[1] ?? '' }
    return {
      said,
      password: /the password is ([\w-]+), and/.exec(said)?.[1],
      whoami: () => statusOf('/whoami/', { headers }),
      addNote: () =>
        statusOf('/notes/', { method: 'POST', headers, body: new URLSearchParams({ title: 'A' }) }),
      signIn: (username: string, password: string) =>
        statusOf('/api-token-auth/', {
          method: 'POST',
          body: new URLSearchParams({ username, password }),
        }),
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
  }
}

it.each([
  [false, {}],
  [false, { HOST: 'localhost', NODE_ENV: 'development' }],
  [false, { HOST: '127.0.0.2' }],
  [false, { HOST: '::1' }],
  [true, { HOST: '0.0.0.0' }],
  [true, { HOST: '::' }],
  [true, { HOST: '127.0.0.1.example.com' }],
  [true, { NODE_ENV: 'production' }],
  [true, { TRUSTED_PROXIES: '127.0.0.1' }],
  [true, { BASE_URL: 'https://notes.example.com' }],
])('%s for the setting that others may reach the example: %j', (expected, env) => {
  expect(isForOthers(readConfig(env), env)).toBe(expected)
})

describe('the example, as npm start runs it', () => {
  it('prints a working token and a password that everybody may know, on this machine alone', async () => {
    const { password, whoami, signIn } = await openExample()()

    expect(password).toBe('demo-password')
    expect(await whoami()).toBe(200)
    expect(await signIn('demo', 'demo-password')).toBe(200)
    expect(await signIn('ann', 'ann-password')).toBe(200)
  })

  it('the example says how many notes it serves', async () => {
    const start = openExample()
    const first = await start()
    expect(first.said).toContain('serves 10,000 notes on')
    expect(await first.addNote()).toBe(201)
    await first.stop()

    expect((await start()).said).toContain('serves 10,001 notes on')
  })

  it('the example makes a random password when others may reach it, and prints it once', async () => {
    const start = openExample()
    const env = { HOST: '0.0.0.0' }
    const local = await start()
    await local.stop()

    const first = await start(env)
    expect(first.password).toMatch(/^[\w-]{16}$/)
    expect(await first.whoami()).toBe(200)
    expect(await first.signIn('demo', first.password ?? '')).toBe(200)
    expect(await first.signIn('demo', 'demo-password')).toBe(400)
    expect(await first.signIn('ann', 'ann-password')).toBe(400)
    await first.stop()

    const second = await start(env)
    expect(second.said).toContain('the password is the one printed at the first start')
    expect(second.said).not.toContain(first.password)
    expect(await second.whoami()).toBe(200)
    expect(await second.signIn('demo', first.password ?? '')).toBe(200)
  })
})

const { curl } = programs
const missing = existsSync(curl) ? null : `there is no ${curl}`

describeWith(
  [],
  'what npm start prints',
  () => {
    it('every command that the example prints is answered as it stands there', async () => {
      const { said } = await openExample()()
      const commands = said.split('\n').filter((line) => line.startsWith('  curl '))
      const answers = await Promise.all(
        commands.map(async (command) => {
          const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`])
          return [command.replace(/http:\/\/localhost:\d+| -H '.*?'/g, '').trim(), stdout] as const
        }),
      )
      const bodies = Object.fromEntries(answers)

      expect(JSON.parse(bodies["curl '/notes/?search=early+ferry'"] ?? '')).toMatchObject({
        count: 157,
        results: expect.arrayContaining([expect.objectContaining({ title: 'The early ferry 13' })]),
      })
      const filtered = bodies["curl '/notes/?priority__gte=8&created__lt=2025-01-02'"]
      expect(JSON.parse(filtered ?? '')).toMatchObject({ count: 283 })
      expect(bodies["curl '/notes/?page=last&page_size=2'"]).toContain('"next":null')
      expect(bodies['curl /whoami/']).toContain('"username":"demo"')
      expect(Object.entries(bodies).filter(([, body]) => body.includes('"error'))).toEqual([])
      expect(Object.values(bodies).filter((body) => body.includes('"key":"tk_'))).toHaveLength(1)
      expect(commands).toHaveLength(8)
    })
  },
  missing,
)
