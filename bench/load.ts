import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadScript } from './load-script.ts'
import { writeFromOutside } from './outside-writes.ts'
import { endedProcessorTime } from './process-figures.ts'
import type { BenchRequest } from './send.ts'
import type { Running } from './server.ts'
import type { Work } from './works.ts'

/** Requests of a work, one after the other and over and over. */
export interface Load {
  readonly server: Running
  readonly work: Work
  readonly requests: readonly BenchRequest[]
  /** How many have been sent: the next load goes on from there. */
  sent: number
}

export interface Measurement {
  readonly perSecond: number
  /** Microseconds of processor time that the server has used for one request. */
  readonly processorTime: number
  /** The same of PostgreSQL with all its processes; null with SQLite, or when they run on another machine. */
  readonly databaseTime: number | null
  /** The same of the program that sends the requests. */
  readonly loadTime: number
  /** Milliseconds in which 99 of 100 requests were answered. */
  readonly p99: number
}

const usualConnections = 16

/**
 * Drives a server until its code is compiled and its caches are full. Two seconds are needed on a single
 * processor: after 10,000 requests V8 still compiles beside them, which shows in the 99th percentile.
 */
export async function warmUp(load: Load, seconds: number, folder: string): Promise<void> {
  await drive(load, seconds, folder)
}

/**
 * Drives a server for some seconds, and longer when it has answered nothing at all in that time.
 *
 * @throws Error when a request is not answered, or with another status than the work's.
 */
export async function measure(
  load: Load,
  seconds: number,
  folder: string,
  attempts = 3,
): Promise<Measurement> {
  const { server, work } = load
  const databaseBefore = await server.databaseTime()
  const usedBefore = await server.processorTime()
  const loadBefore = await endedProcessorTime(process.pid)
  const told = await drive(load, seconds, folder)
  const used = (await server.processorTime()) - usedBefore
  const loadUsed = (await endedProcessorTime(process.pid)) - loadBefore
  const databaseAfter = await server.databaseTime()
  if (told === null) throw new Error('wrk has ended early.')

  const refused = work.status >= 400 ? told.requests - told.status : told.status
  const failed = told.connect + told.read + told.write + told.timeout
  if (told.requests === 0 && failed === 0 && attempts > 1) {
    return measure(load, seconds * 4, folder, attempts - 1)
  }
  if (told.requests === 0 || refused > 0 || failed > 0) {
    throw new Error(
      `${server.entry.name} fails under the load of ${work.name}: ${JSON.stringify(told)}`,
    )
  }
  return {
    perSecond: told.requests / (told.microseconds / 1e6),
    processorTime: used / told.requests,
    databaseTime:
      databaseBefore === null || databaseAfter === null
        ? null
        : (databaseAfter - databaseBefore) / told.requests,
    loadTime: loadUsed / told.requests,
    p99: told.p99 / 1000,
  }
}

/** What the script tells at its end. */
interface Summary {
  readonly requests: number
  readonly microseconds: number
  readonly p99: number
  /** Answers with a status of 400 or more. */
  readonly status: number
  readonly connect: number
  readonly read: number
  readonly write: number
  readonly timeout: number
}

/** The summary, or null when wrk has printed none. */
async function drive(load: Load, seconds: number, folder: string): Promise<Summary | null> {
  const { server, work, requests, sent } = load
  const { connections = usualConnections, hasOutsideWrites } = work
  const script = join(folder, 'load.lua')
  await writeFile(script, loadScript(requests, sent % requests.length))
  await using _ = hasOutsideWrites ? await writeFromOutside(server.database, 10) : null
  const { stdout } = await promisify(execFile)('taskset', [
    '--cpu-list',
    server.loadCores,
    'wrk',
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--timeout=10s',
    `--script=${script}`,
    `http://127.0.0.1:${server.port}`,
  ])
  const start = stdout.lastIndexOf('\n{')
  const summary = start < 0 ? null : (JSON.parse(stdout.slice(start)) as Summary)
  load.sent += summary?.requests ?? 0
  return summary
}
