import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { differences } from '../differences/differences.ts'
import { djangoMissing } from '../support/django.ts'
import { type BothServices, bothServices } from './both-services.ts'
import { isOrdinary, oddities } from './oddities.ts'
import { harOf, type Sent, traffic } from './traffic.ts'

const root = resolve(import.meta.dirname, '../..')
const rulesFile = join(import.meta.dirname, 'rules.json')
const rules: readonly Record<string, string>[] = JSON.parse(
  readFileSync(rulesFile, 'utf8'),
).explained

interface Report {
  readonly compared: number
  readonly unexplained: number
  readonly causes: readonly unknown[]
  readonly unusedExplanations: readonly unknown[]
}

/** One line a minute: how many there are says how busy the machine is. */
const progress = /^turnpike: recorded\.har: .* of .* requests, .*\n/gm

/** What the command says, and its exit code. */
function replayTo(
  { django, turnpike }: Pick<BothServices, 'django' | 'turnpike'>,
  folder: string,
  sent: readonly Sent[],
  rulesPath: string,
  ...more: string[]
) {
  const har = join(folder, 'recorded.har')
  writeFileSync(har, harOf(sent))
  const from = ['--from', django, '--to', turnpike]
  const given = ['replay', har, ...from, '--rules', rulesPath, '--json', ...more]
  const command = ['--conditions=source', join(root, 'packages/service/src/cli/main.ts'), ...given]
  return new Promise<{ code: unknown; report: Report; said: string }>((done) => {
    const options = { maxBuffer: 64 * 2 ** 20 }
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const report = stdout.startsWith('{') ? JSON.parse(stdout) : {}
      done({ code: error?.code ?? 0, report, said: stderr.replace(progress, '') })
    })
  })
}

const requests = { sqlite: 2000, postgres: 700 }

for (const database of ['sqlite', 'postgres'] as const)
  describe.skipIf(djangoMissing(database) !== null)(`turnpike replay over ${database}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'))
    let services: BothServices
    beforeAll(async () => {
      services = await bothServices(database)
    })
    afterAll(async () => {
      await services?.close()
      rmSync(folder, { recursive: true })
    })

    const replay = (sent: readonly Sent[], rulesPath: string) =>
      replayTo(services, folder, sent, rulesPath)

    const count = requests[database]
    const ordinary = traffic(2500)
      .filter(({ target }) => isOrdinary(target))
      .slice(0, count)

    it(`${count} requests replayed to Django and to Turnpike have no unexplained difference (${database})`, async () => {
      expect(ordinary).toHaveLength(count)
      const { code, report, said } = await replay(ordinary, rulesFile)
      expect({ said, causes: report.causes }).toEqual({ said: '', causes: [] })
      expect(code).toBe(0)
      expect(report.compared).toBeGreaterThanOrEqual(ordinary.length)
      expect(report.unusedExplanations).toEqual([])
    }, 600_000)

    it(`requests that are answered differently differ only in what docs/from-django.md lists (${database})`, async () => {
      const seen = traffic(2500)
      for (const { what, targets, explained } of oddities) {
        const odd = seen.filter(({ target }) => targets.test(target)).slice(0, 25)
        const path = join(folder, 'rules.json')
        const reasons = [...rules, ...explained.map((rule) => ({ ...rule, why: what }))]
        writeFileSync(path, JSON.stringify({ explained: reasons }))
        const { code, report, said } = await replay(odd, path)
        expect({ what, said, causes: report.causes }).toEqual({ what, said: '', causes: [] })
        expect(code).toBe(0)
        // Without the rules there is a difference, so that none is listed in vain.
        const { report: plain } = await replay(odd, rulesFile)
        expect(plain, what).toMatchObject({ unexplained: expect.any(Number) })
        expect(plain.unexplained, what).toBeGreaterThan(0)
      }
    }, 600_000)
  })

/** The explained differences of requests that write. */
const ofWrites = [
  { body: '/detail', kind: 'value', why: 'text of a 405' },
  { body: '/non_field_errors/*', kind: 'value', why: 'type names in texts' },
]

describe.skipIf(djangoMissing('sqlite') !== null)('turnpike replay with writes', () => {
  it('requests that write, replayed to two copies of the database, have no unexplained difference', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'))
    const [old, moved] = await Promise.all([bothServices('sqlite'), bothServices('sqlite')])
    onTestFinished(async () => {
      await Promise.all([old.close(), moved.close()])
      rmSync(folder, { recursive: true })
    })
    const sent = traffic(600, { seed: 5, writes: true }).filter(
      // Sessions of the copies are the same, but not their CSRF cookies.
      ({ target, headers }) => isOrdinary(target) && headers.Cookie === undefined,
    )
    const path = join(folder, 'rules.json')
    writeFileSync(path, JSON.stringify({ explained: [...rules, ...ofWrites] }))
    const services = { django: old.django, turnpike: moved.turnpike }
    const copies = ['--concurrency', '1', '--writes', '--writes-to-copies']
    const { code, report, said } = await replayTo(services, folder, sent, path, ...copies)
    expect({ said, causes: report.causes }).toEqual({ said: '', causes: [] })
    expect(code).toBe(0)
    expect(sent.filter(({ method }) => method === 'POST').length).toBeGreaterThan(20)
  }, 600_000)
})

it('each explained difference of the replay is listed in docs/from-django.md', () => {
  const reasons = [
    ...[...rules, ...ofWrites].map(({ why }) => why),
    ...oddities.map(({ what }) => what),
  ]
  const listed = differences.map(({ what }) => what)
  expect(reasons.filter((why) => !listed.includes(why ?? ''))).toEqual([])
})
