import { stripVTControlCharacters, styleText } from 'node:util'
import type { DestinationStream } from 'pino'

/** What a line of the log has. Everything but the first five are facts of its own. */
interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

/**
 * Writes the lines of the log for people: `14:03:09 GET /notes/ 200 3.1 ms`.
 *
 * @param terminal where they go. `NO_COLOR` is respected.
 */
export const readableLines = (
  terminal: Pick<NodeJS.WriteStream, 'write'> & { hasColors?: () => boolean },
): DestinationStream => ({
  write(json) {
    const colored = terminal.hasColors?.() === true && !process.env.NO_COLOR
    terminal.write(`${readable(JSON.parse(json), colored ? styleText : plain)}\n`)
  },
})

type Style = (format: 'red' | 'yellow' | 'green' | 'cyan' | 'dim' | 'bold', text: string) => string

const plain: Style = (_format, text) => text

function readable({ level, time, msg = '', err, ...fields }: Line, style: Style): string {
  const clock = style('dim', localTime(time))
  if (msg === 'request') return `${clock} ${requestText(fields, style)}`

  const label = style(colors[level] ?? 'dim', level.toUpperCase())
  const { requestId: _, ...facts } = fields
  const rest = Object.entries(facts).map(([name, value]) => ` ${name}=${factText(value)}`)
  const shown = level === 'info' ? '' : `${label} `
  return `${clock} ${shown}${harmless(msg)}${style('dim', rest.join(''))}${errorText(err)}`
}

const colors: Readonly<Record<string, 'red' | 'yellow'>> = {
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
}

function requestText(fields: Readonly<Record<string, unknown>>, style: Style): string {
  const { method, path, status, durationMs, user, scheme, aborted, worker } = fields
  const code = Number(status)
  const color = code >= 500 ? 'red' : code >= 400 ? 'yellow' : 'green'
  const sender = scheme === null || scheme === undefined ? '' : ` user ${user} by ${scheme}`
  const parts = [
    ...(worker === undefined ? [] : [`worker ${worker}`]),
    `${Number(durationMs).toFixed(1)} ms`,
  ]
  return (
    `${style('bold', harmless(String(method)))} ${harmless(String(path))} ${style(color, String(status))} ` +
    style('dim', `${parts.join(' ')}${harmless(sender)}${aborted ? ' aborted' : ''}`)
  )
}

function errorText(err: Line['err']): string {
  if (err === undefined) return ''
  const stack = err.stack ?? `${err.type}: ${err.message}`
  const cause = (err as { cause?: Line['err'] }).cause
  const inner = cause === undefined ? '' : `\n  caused by${errorText(cause)}`
  const lines = stack.split('\n').map((line) => `  ${harmless(line)}`)
  return `\n${lines.join('\n')}${inner}`
}

const factText = (value: unknown) =>
  harmless(typeof value === 'string' ? value : JSON.stringify(value))

/** The time of the day here: `14:03:09`. */
function localTime(time: string): string {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/**
 * What clients send must neither steer the terminal nor begin a line: all control characters go.
 */
const harmless = (text: string): string =>
  stripVTControlCharacters(text).replace(/\p{Cc}/gu, '\ufffd')
