import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Starts the `main.ts` of a help desk in an empty folder, and returns where it serves. */
export async function startHelpDesk(main: string, env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['--conditions=source', main], {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', DRAIN_DELAY_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('demo-key')) break
  }
  const [, url = 'none'] = /is at (http:\S+);/.exec(said) ?? []

  return {
    said,
    get: (path: string, headers: Record<string, string>) => fetch(`${url}/${path}`, { headers }),
    post: (path: string, headers: Record<string, string>, body: object) =>
      fetch(`${url}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async stop() {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
  }
}
