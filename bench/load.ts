import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchRequest, headersOf } from './send.ts'
import { loadCore, type Running } from './server.ts'
import type { Work } from './works.ts'

export interface Measurement {
  readonly perSecond: number
  /** Microseconds of processor time that the server has used for one request. */
  readonly processorTime: number
  /** Milliseconds in which 99 of 100 requests were answered. */
  readonly p99: number
}

const usualConnections = 16

/**
 * Drives a server for some seconds.
 *
 * @throws Error when a request is not answered, or with another status than the work's.
 */
export async function measure(
  { entry, port, processorTime }: Running,
  { name, status, connections = usualConnections }: Work,
  requests: readonly BenchRequest[],
  { seconds, folder }: { seconds: number; folder: string },
): Promise<Measurement> {
  const script = join(folder, 'load.lua')
  await writeFile(script, scriptOf(requests))
  const usedBefore = await processorTime()
  const { stdout } = await promisify(execFile)('taskset', [
    '--cpu-list',
    loadCore,
    'wrk',
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--timeout=10s',
    `--script=${script}`,
    `http://127.0.0.1:${port}`,
  ])
  const used = (await processorTime()) - usedBefore
  const told = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{'))) as Summary

  const refused = status >= 400 ? told.requests - told.status : told.status
  const failed = told.connect + told.read + told.write + told.timeout
  if (told.requests === 0 || refused > 0 || failed > 0) {
    throw new Error(`${entry.name} fails under the load of ${name}: ${JSON.stringify(told)}`)
  }
  return {
    perSecond: told.requests / (told.microseconds / 1e6),
    processorTime: used / told.requests,
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

/** The requests one after the other, over and over. JSON's escapes are Lua's, too. */
const scriptOf = (requests: readonly BenchRequest[]) => `
local requests = {
${requests.map((asked) => JSON.stringify(bytesOf(asked))).join(',\n')}
}
local index = 0
request = function()
  index = index % #requests + 1
  return requests[index]
end
done = function(summary, latency)
  local errors = summary.errors
  print(string.format(
    '\\n{"requests":%d,"microseconds":%d,"p99":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, latency:percentile(99), errors.status, errors.connect,
    errors.read, errors.write, errors.timeout))
end
`

function bytesOf(asked: BenchRequest): string {
  const fields = Object.entries(headersOf(asked)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${asked.method} ${asked.path} HTTP/1.1\r\n${fields.join('')}\r\n${asked.body ?? ''}`
}
