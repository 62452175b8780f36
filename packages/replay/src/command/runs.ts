import { once } from 'node:events'
import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { ConfigurationError } from 'turnpike'
import { CommandFailed, type OnProgress } from 'turnpike/kit'
import { Background } from '../mirror/background.ts'
import { createMirror } from '../mirror/mirror.ts'
import type { ReplayOptions } from '../options.ts'
import type { TrafficOptions } from '../reading/formats.ts'
import { reportedTraffic } from '../reading/reported-traffic.ts'
import { replay } from '../replay.ts'
import type { Findings } from '../reporting/findings.ts'
import { htmlReport } from '../reporting/html-report.ts'
import { jsonReport } from '../reporting/json-report.ts'
import { printable, textReport } from '../reporting/text-report.ts'

export interface Finished {
  readonly findings: Findings
  /** False: it was interrupted. */
  readonly isComplete: boolean
}

/** Replays a file. An interrupt ends it with the report of what was compared until then. */
export async function runReplay(
  path: string,
  traffic: TrafficOptions,
  options: ReplayOptions,
  onProgress: OnProgress,
): Promise<Finished> {
  if (path !== '-') requireReadable(path)
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  try {
    const reported = reportedTraffic(path, traffic, options.limit, onProgress)
    const findings = await replay(reported, options, interrupted.signal)
    return { findings, isComplete: !interrupted.signal.aborted }
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK)
    if (statSync(path).isDirectory()) throw new Error(`${path} is a folder`)
  } catch (error) {
    throw new ConfigurationError(`The traffic cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Mirrors until SIGINT or SIGTERM. SIGUSR2 prints the report of what was compared until then.
 *
 * @throws ConfigurationError when the address is none.
 * @throws CommandFailed when it cannot listen there.
 */
export async function runMirror(
  address: string,
  maxWaiting: number,
  options: ReplayOptions,
): Promise<Finished> {
  const { host, port } = listenAddress(address)
  const background = new Background(options, maxWaiting)
  background.onNewCause = (cause) => console.error(`turnpike: difference: ${printable(cause)}`)
  const server = createMirror(options.from, background)
  const ended = endOf(() => console.log(textReport(background.findings)))
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new CommandFailed(`The mirror cannot listen: ${(error as Error).message}`)
  }
  const { port: bound } = server.address() as AddressInfo
  console.error(`turnpike: Mirroring ${options.from.href} on port ${bound}`)
  await ended
  // New clients are refused; the others get their answers.
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await Promise.all([closed, background.stop(options.timeoutMs)])
  return { findings: background.findings, isComplete: true }
}

/** `127.0.0.1:8080`, `[::1]:8080`, `:8080`. */
function listenAddress(text: string): { host: string; port: number } {
  const [, ipv6, name, port] = /^(?:\[([\da-f:.]+)\]|([^:\s]*)):(\d{1,5})$/i.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535) {
    throw new ConfigurationError('--mirror needs an address such as 127.0.0.1:8080.')
  }
  return { host: ipv6 || name || '127.0.0.1', port: Number(port) }
}

function endOf(onReport: () => void): Promise<void> {
  process.on('SIGUSR2', onReport)
  return new Promise((resolve) => {
    const end = () => {
      // A second signal ends the process at once.
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
      process.off('SIGUSR2', onReport)
      resolve()
    }
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
  })
}

export const shownReport = (findings: Findings, json: boolean): string =>
  json ? JSON.stringify(jsonReport(findings), null, 2) : textReport(findings)

/**
 * The file of `--html`, made at once, so that a long replay is not lost because of its name. Only
 * the person who replayed may read it.
 *
 * @throws ConfigurationError when it cannot be written.
 */
export function pageAt(path: string): { write(findings: Findings): void } {
  const write = (text: string) => {
    try {
      writeFileSync(path, text, { mode: 0o600 })
    } catch (error) {
      throw new ConfigurationError(
        `The file of --html cannot be written: ${(error as Error).message}`,
      )
    }
  }
  write('')
  return { write: (findings) => write(htmlReport(findings)) }
}
