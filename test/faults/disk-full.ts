/** SQLite on a disk that is full: clear refusals, reads go on, nothing is damaged, and it heals by itself. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { atLeast, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, startService } from './service.ts'

/** Why it cannot be tried here, or null. */
export const diskFullMissing: string | null =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'Only root can mount a small disk (tmpfs) on Linux.'

export async function diskFull(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
  const path = join(folder, 'test.db')
  const { token } = await prepare(`sqlite:${path}`)
  const service = await startService({ databaseUrl: `sqlite:${path}` })
  try {
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
    const write = (title: string) =>
      fetch(`${service.url}/notes/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, body: 'x'.repeat(9000) }),
      })
    const read = async () => (await fetch(`${service.url}/notes/?page_size=10`, { headers })).status

    const acknowledged: string[] = []
    const refusals: Response[] = []
    for (let number = 0; number < 5000 && refusals.length < 20; number++) {
      const title = `note ${number} on the disk`
      const response = await write(title)
      if (response.status === 201) acknowledged.push(title)
      else refusals.push(response)
    }
    const bodies = await Promise.all(refusals.map((response) => response.text()))
    const readsWhileFull = await read()

    execFileSync('mount', ['-o', 'remount,size=32m', folder])
    const healed = (await write('after the disk has room')).status
    service.kill('SIGTERM')
    const exit = await service.ended

    const sqlite = new Sqlite(path)
    const titles = new Set(sqlite.prepare('select title from note').pluck().all())
    const verdict = sqlite.pragma('integrity_check', { simple: true })
    sqlite.close()
    const kinds = new Set(refusals.map(({ status }) => status))
    return [
      atLeast('acknowledged writes', acknowledged.length, 10),
      atLeast('refused while the disk was full', refusals.length, 20),
      figure('their statuses', [...kinds].join(', ')),
      isSo(
        'all of them 503',
        [...kinds].every((status) => status === 503),
      ),
      isSo(
        'with a body in JSON',
        bodies.every((body) => 'detail' in JSON.parse(body)),
      ),
      exactly('status of a read meanwhile', readsWhileFull, 200),
      exactly('status of a write once there is room', healed, 201),
      exactly(
        'acknowledged writes lost',
        acknowledged.filter((title) => !titles.has(title)).length,
        0,
      ),
      isSo('the database is intact', verdict === 'ok'),
      isSo('the process stops cleanly', exit === 0),
      secretsLogged(),
    ]
  } finally {
    service.kill('SIGKILL')
    await service.ended
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  if (diskFullMissing === null) report('Disk full, sqlite', await diskFull())
  else console.warn(`Left out: ${diskFullMissing}`)
}
