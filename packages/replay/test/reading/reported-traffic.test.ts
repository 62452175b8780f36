import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from 'turnpike/kit'
import { expect, it, onTestFinished } from 'vitest'
import { reportedTraffic } from '../../src/reading/reported-traffic.ts'

const line = '127.0.0.1 - - [23/Nov/2026:05:35:34 +0000] "GET /x/ HTTP/1.1" 200 12 "-" "curl/8"\n'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What is reported while the requests are taken, each after a moment. */
async function progressOf(path: string, limit: number | null): Promise<Progress[]> {
  const reports: Progress[] = []
  for await (const _ of reportedTraffic(path, {}, limit, (report) => reports.push(report))) {
    await sleep(20)
  }
  return reports
}

it('Traffic of a file is reported with how many requests there are, once that is known', async () => {
  const path = join(createFolder(), 'access.log')
  writeFileSync(path, line.repeat(5))

  const reports = await progressOf(path, null)

  expect(reports.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5])
  expect(reports.at(-1)).toEqual({ of: 'access.log', done: 5, total: 5, unit: 'requests' })
  // A limit is one of the requests that are sent.
  expect((await progressOf(path, 3)).at(-1)?.total).toBeNull()
})

it('Traffic of a pipe is read once, and has no total', async () => {
  const path = join(createFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const [reports] = await Promise.all([progressOf(path, null), writeFile(path, line.repeat(3))])
  expect(reports).toHaveLength(3)
  expect(reports.at(-1)).toEqual({ of: 'pipe', done: 3, total: null, unit: 'requests' })
})
