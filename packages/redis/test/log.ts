import type { Logger } from 'turnpike'

/** A logger that keeps its lines, as `level message`, and everything that was written, as one text. */
export function keptLog() {
  const lines: string[] = []
  const texts: string[] = []
  const keep = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message}`)
    texts.push(message, ...Object.values(fields).map(everythingOf))
  }
  const logger: Logger = { info: keep('info'), warn: keep('warn'), error: keep('error') }
  return { logger, lines, everything: () => texts.join('\n') }
}

const everythingOf = (value: unknown): string =>
  value instanceof Error
    ? [value.stack, String(value), everythingOf(value.cause)].join('\n')
    : String(value)
