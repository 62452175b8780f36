import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { ConfigurationError } from 'turnpike'
import { CommandFailed, longestTimer, type WithProgress } from 'turnpike/kit'
import { trafficFormats } from '../reading/formats.ts'
import { type GivenOptions, readOptions } from './options.ts'

interface ReplayCommandOptions extends GivenOptions {
  format?: (typeof trafficFormats)[number]
  logFormat?: string
  accessLogformat?: string
  mirror?: string
  queue: number
  json?: boolean
  html?: string
}

/**
 * `turnpike replay [traffic]`: sends recorded requests to two services, and compares them.
 *
 * @param withProgress shows how far a recording is. Default: nothing is shown.
 */
export function addReplay(
  program: Command,
  withProgress: WithProgress = (work) => work(() => {}),
): void {
  program
    .command('replay')
    .description('Sends recorded requests to two services, and reports how their answers differ.')
    .argument('[traffic]', 'HAR file or access log, also with gzip; -: the standard input')
    .requiredOption('--from <url>', 'base URL of the old service', baseUrl)
    .requiredOption('--to <url>', 'base URL of the new service, Turnpike', baseUrl)
    .addOption(
      new Option('--format <format>', 'format of the traffic').choices([...trafficFormats]),
    )
    .option('--log-format <text>', "the log is nginx's, with this log_format")
    .option('--access-logformat <text>', "the log is gunicorn's, with this --access-logformat")
    .option('--mirror <address>', 'act as a proxy of the old service here: 127.0.0.1:8080')
    .option('-H, --header <field>', "field for every request: 'Name: value'; repeatable", add, [])
    .option('--no-credentials', 'leave out the recorded cookies and Authorization')
    .option('--host <host>', 'host of the recording whose requests are sent; repeatable', add, [])
    .option('--public-url <url>', 'base URL that both write in links; repeatable', add, [])
    .option('--only <path>', 'send only these: /notes/**; repeatable', add, [])
    .option('--skip <path>', 'leave out these: /logout/; repeatable', add, [])
    .option('--rules <file>', 'JSON with the differences that are explained')
    .option('--ignore <rule>', 'apply a rule that is off; repeatable', add, [])
    .option('--without-rule <rule>', 'do not apply a rule; repeatable', add, [])
    .option('--cursor-param <name>', 'query parameter with a cursor; repeatable', add, [])
    .option('--follow <pages>', 'pages to compare behind cursors that differ', wholeNumber, 1)
    .option('--concurrency <number>', 'requests at the same time', positive, 4)
    .option('--rate <number>', 'requests per second; default: as they are answered', positive)
    .option('--limit <number>', 'send at most this many requests', positive)
    .option('--timeout <seconds>', 'time for an answer', timerSeconds, 30)
    .option(
      '--max-body <bytes>',
      'longest body to compare; default 10 MB, of a mirror 256 kB',
      positive,
    )
    .option('--queue <number>', 'requests that may wait behind a mirror', positive, 100)
    .option('--writes', 'also send POST, PUT …; needs --writes-to-copies')
    .option(
      '--writes-to-copies',
      'both services are copies, whose data may be changed: send writes',
    )
    .option('--save <folder>', 'keep the exchanges that differ')
    .option('--json', 'print the report as JSON')
    .option('--html <file>', 'also write the report as a page')
    .addHelpText('after', help)
    .action((traffic, given, command) => replayTraffic(traffic, given, command, withProgress))
}

const help = `
Only GET, HEAD and OPTIONS are sent. The exit code is 0 when nothing differs without an explanation, 1 when
something does, or nothing was compared, and 2 for wrong usage.

Examples:
  turnpike replay access.log --from http://127.0.0.1:8001 --to http://127.0.0.1:8002
  turnpike replay session.har --from https://old.example.com --to https://new.example.com --rules known.json
  turnpike replay --mirror 127.0.0.1:8080 --from http://127.0.0.1:8001 --to http://127.0.0.1:8002`

async function replayTraffic(
  traffic: string | undefined,
  given: ReplayCommandOptions,
  command: Command,
  withProgress: WithProgress,
): Promise<void> {
  const refuse = (message: string): never => command.error(`turnpike: ${message}`)
  if ((traffic === undefined) === (given.mirror === undefined)) {
    refuse('Give either recorded traffic, or --mirror with an address.')
  }
  try {
    const isMirror = given.mirror !== undefined
    const options = readOptions(given, isMirror, (path) => readFileSync(path, 'utf8'))
    const { runReplay, runMirror, shownReport, pageAt } = await import('./runs.ts')
    const page = given.html === undefined ? null : pageAt(given.html)
    const { findings, isComplete } =
      given.mirror === undefined
        ? await withProgress((show) => runReplay(traffic ?? '', given, options, show))
        : await runMirror(given.mirror, given.queue, options)
    console.log(shownReport(findings, given.json === true))
    page?.write(findings)
    if (!isComplete) throw new CommandFailed('Interrupted: the rest was not compared.')
    if (findings.compared === 0) throw new CommandFailed('Nothing was compared.')
    if (findings.unexplained > 0) throw new CommandFailed(failure(findings.unexplained))
  } catch (error) {
    if (error instanceof ConfigurationError) refuse(error.message)
    throw error
  }
}

const failure = (count: number) =>
  count === 1
    ? '1 request has an unexplained difference.'
    : `${count} requests have unexplained differences.`

const add = (item: string, items: string[]): string[] => [...items, item]

function baseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:8001.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError("Credentials belong in --header 'Authorization: …'.")
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must have no query and no fragment.')
  }
  return url
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

function positive(text: string): number {
  const number = wholeNumber(text)
  if (number > 0) return number
  throw new InvalidArgumentError('It must be at least 1.')
}

function timerSeconds(text: string): number {
  const seconds = positive(text)
  if (seconds <= longestTimer.seconds) return seconds
  throw new InvalidArgumentError(`It must be at most ${longestTimer.seconds}.`)
}
