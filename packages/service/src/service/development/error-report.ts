import { readFile } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type {
  ErrorFrame,
  ErrorReport,
  ReportedError,
} from 'turnpike/internal/pages/development/error-page'

/** Maximum number of errors: one, and its causes. */
const maxErrors = 10
const maxFrames = 30
/** Characters of a value that was thrown and is not an error. */
const maxLength = 2000
/** Lines before and after the place of a frame. */
const around = 5

/**
 * What the page shows of an error: its stack with lines of the application's own files, and its
 * causes.
 *
 * @param folder the working directory: files below it are the application's own.
 */
export async function reportOf(
  error: unknown,
  request: string,
  folder: string,
): Promise<ErrorReport> {
  const [first, ...causes] = chainOf(error)
  return {
    request,
    errors: [
      await reported(first, folder),
      ...(await Promise.all(causes.map((cause) => reported(cause, folder)))),
    ],
  }
}

/** The error and its causes. Those of an `AggregateError` without a cause are its errors. */
function chainOf(error: unknown): [unknown, ...unknown[]] {
  const chain: [unknown, ...unknown[]] = [error]
  for (const each of chain) {
    if (!(each instanceof Error)) continue
    const inner: unknown[] = each instanceof AggregateError ? each.errors : []
    for (const next of each.cause === undefined ? inner : [each.cause]) {
      if (chain.length < maxErrors && !chain.includes(next)) chain.push(next)
    }
  }
  return chain
}

async function reported(error: unknown, folder: string): Promise<ReportedError> {
  if (!(error instanceof Error)) {
    const text = inspect(error).slice(0, maxLength)
    return { name: 'A value that is not an Error', message: text, frames: [], stack: text }
  }
  const { name, message } = error
  const stack = error.stack ?? `${name}: ${message}`
  // A message may have lines that look like frames.
  const begin = stack.indexOf(message)
  const lines = stack.slice(begin < 0 ? 0 : begin + message.length).split('\n')
  const places = lines.flatMap((line) => placeIn(line) ?? []).slice(0, maxFrames)
  const frames = await Promise.all(places.map((place) => frameOf(place, folder)))
  return { name, message, frames, stack }
}

interface Place {
  readonly name: string
  /** The path of a file, or `node:internal/…`. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The place in a line of V8's stacks; null in another line. */
function placeIn(text: string): Place | null {
  const [, name = '', url = '', line, column] =
    /^\s+at (?:(.+?) \()?((?:file:\/\/|node:|\/).+?):(\d+):(\d+)\)?$/.exec(text) ?? []
  if (line === undefined) return null
  return { name, file: pathOf(url), line: Number(line), column: Number(column) }
}

/** A module that was loaded again may have a query. */
function pathOf(url: string): string {
  if (!url.startsWith('file://')) return url
  try {
    return fileURLToPath(url)
  } catch {
    return url
  }
}

async function frameOf({ name, file, line, column }: Place, folder: string): Promise<ErrorFrame> {
  const path = relative(folder, file)
  const isBelow = isAbsolute(file) && !path.startsWith('..') && !isAbsolute(path)
  const isOwn = isBelow && !path.split(sep).includes('node_modules')
  return {
    name,
    place: `${isBelow ? path : file}:${line}:${column}`,
    isOwn,
    source: isOwn && isCode(path) ? await sourceAround(file, line) : null,
  }
}

/** Other files are not shown, such as `.env`, whatever a stack says. */
const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path)

async function sourceAround(file: string, line: number): Promise<ErrorFrame['source']> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split(/\r?\n/)
  if (line > lines.length) return null
  const first = Math.max(1, line - around)
  return { first, at: line, lines: lines.slice(first - 1, line + around) }
}
