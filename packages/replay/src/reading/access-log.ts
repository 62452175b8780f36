import { linesOf } from './lines.ts'
import type { LogFormat, LoggedRequest } from './log-format.ts'
import type { HeaderField, Recorded } from './recorded-request.ts'
import { sendableTarget } from './target.ts'

/** The requests of an access log. Lines that are none are reported, never thrown. */
export async function* readAccessLog(
  chunks: AsyncIterable<Uint8Array>,
  format: LogFormat,
): AsyncGenerator<Recorded> {
  let number = 0
  for await (const line of linesOf(chunks)) {
    number++
    if (line === '') continue
    const place = `line ${number}`
    yield line === null ? { reason: 'a line that is too long', place } : read(line, format, place)
  }
}

function read(line: string, format: LogFormat, place: string): Recorded {
  const fields = format.read(line)
  if (fields === null) return { reason: 'not in the format of the log', place }
  const logged = format.requestOf(fields)
  const requested = methodAndTarget(logged)
  if (requested === null)
    return { reason: 'no request, such as a connection that was closed', place }
  const target = sendableTarget(requested.target, format.textOf)
  if (target === null || !/^[A-Z][\w-]*$/i.test(requested.method)) {
    return { reason: 'a request line that cannot be sent', place }
  }
  const headers = logged.headers.filter(isSendable)
  const { host } = logged
  return { method: requested.method, target, headers, body: null, host, createdId: null, place }
}

function methodAndTarget({ requestLine, method, target }: LoggedRequest) {
  if (method !== null && target !== null) return { method, target }
  // A target has no spaces; what nginx accepted in spite of them cannot be sent.
  const [, lineMethod, lineTarget] =
    /^(\S+) (.+?)(?: HTTP\/\d(?:\.\d)?)?$/s.exec(requestLine ?? '') ?? []
  if (lineMethod === undefined || lineTarget === undefined) return null
  return { method: lineMethod, target: lineTarget }
}

/** RFC 9110: a name is a token; a value has no control characters but tabs. */
export const isSendable = ([name, value]: HeaderField): boolean =>
  /^[!#$%&'*+\-.^`|~\w]+$/.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)
