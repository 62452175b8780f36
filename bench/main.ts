/** `npm run bench`: the same service written in several ways, the same requests to each, one table. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAgreement } from './agreement.ts'
import { openData } from './data.ts'
import { availableEntries, type Entry } from './entries.ts'
import { type Measurement, measure } from './load.ts'
import { type Options, readOptions } from './options.ts'
import { prepare } from './prepare.ts'
import { profileOf } from './profile.ts'
import { heading, profileTable, resultTables } from './report.ts'
import { type Running, start } from './server.ts'
import { requestsOf, type Work } from './works.ts'

const options = readOptions(process.argv.slice(2))
prepare()
const folder = await mkdtemp(join(tmpdir(), 'turnpike-bench-'))
const { entries, missing } = await availableEntries(options.entries)
for (const reason of missing) console.error(reason)

const sections = [heading(options, missing)]
try {
  for (const rows of options.rows) {
    if (worksFor(rows).length === 0 || entriesFor(rows).length === 0) continue
    if (options.profile) sections.push(await profileAll(rows))
    else sections.push(await measureAll(rows))
  }
} finally {
  await rm(folder, { recursive: true })
}

const report = `${sections.join('\n\n')}\n`
console.log(report)
if (options.save) {
  const file = options.profile ? 'PROFILE.md' : 'RESULTS.md'
  await writeFile(new URL(file, import.meta.url), report)
}

/** What has been seen of one entry. */
export interface Findings {
  readonly entry: Entry
  /** Milliseconds from the start of the process to its first answer, once per round. */
  readonly startTimes: number[]
  /** By the name of the work, one measurement per round. */
  readonly measurements: Map<string, Measurement[]>
  peakMemory: number
}

async function measureAll(rows: number): Promise<string> {
  const works = worksFor(rows)
  const entries = entriesFor(rows)
  console.error(`Adding 100 users and ${rows} notes for each entry.`)
  await using data = await openData(folder, rows, entries)
  const findings = entries.map(
    (entry): Findings => ({ entry, startTimes: [], measurements: new Map(), peakMemory: 0 }),
  )

  const servers = new Map<Entry, Running>()
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const { entry, startTimes } of findings) {
        await servers.get(entry)?.stop()
        const server = await start(entry, data.of(entry))
        servers.set(entry, server)
        startTimes.push(server.startTime)
      }
    }
    const running = [...servers.values()]
    await checkAgreement(running, works, rows)
    for (const work of works) await measureWork(work, rows, findings, servers)
    for (const found of findings) {
      found.peakMemory = (await servers.get(found.entry)?.peakMemory()) ?? 0
    }
  } finally {
    for (const server of servers.values()) await server.stop()
  }
  return resultTables(rows, works, findings)
}

/** Round after round, and in each of them every entry in turn: what disturbs one disturbs all. */
async function measureWork(
  work: Work,
  rows: number,
  findings: readonly Findings[],
  servers: ReadonlyMap<Entry, Running>,
): Promise<void> {
  console.error(`${work.name}: ${work.description}`)
  for (let round = -1; round < options.rounds; round++) {
    for (const { entry, measurements } of findings) {
      const server = servers.get(entry) as Running
      const requests = await requestsOf(work, server, rows)
      // The first one warms up.
      const seconds = round < 0 ? 1 : options.seconds
      const measurement = await measure(server, work, requests, { seconds, folder })
      if (round < 0) measurements.set(work.name, [])
      else measurements.get(work.name)?.push(measurement)
    }
  }
}

async function profileAll(rows: number): Promise<string> {
  const profiled = entries.filter(({ isProfiled }) => isProfiled)
  const rowsOfTable: string[][] = []
  await using data = await openData(folder, rows, profiled)
  for (const entry of profiled) {
    for (const work of worksFor(rows)) {
      const server = await start(entry, data.of(entry), join(folder, `${entry.name}-${work.name}`))
      try {
        const requests = await requestsOf(work, server, rows)
        await measure(server, work, requests, { seconds: options.seconds, folder })
      } finally {
        await server.stop()
      }
      rowsOfTable.push([entry.name, work.name, await profileOf(server)])
    }
  }
  return profileTable(rows, rowsOfTable)
}

/** All works with the first number of rows, but for those that are left to further ones. */
function worksFor(rows: number): readonly Work[] {
  if (rows !== options.rows[0]) return options.works.filter(({ isOfDepth }) => isOfDepth)
  const hasFurther = options.rows.length > 1
  return options.works.filter(({ isOfDepth, isExtra }) => !(hasFurther && isOfDepth && isExtra))
}

/** With further numbers of rows the entries by hand, which share their statements, stand for one another. */
function entriesFor(rows: number): readonly Entry[] {
  return rows === options.rows[0] ? entries : entries.filter(({ goesDeep }) => goesDeep)
}

export type { Options }
