import { ConfigurationError } from 'turnpike'
import { joinPieces, lineReader, type Piece } from './line-format.ts'
import { type LogFormat, loggedValue } from './log-format.ts'
import type { HeaderField } from './recorded-request.ts'
import { encodedPath } from './target.ts'

const combined =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'

/** nginx' predefined `combined`; fields after it, as in many a `main`, are not read. */
export const combinedFormat = (): LogFormat => formatOf(combined, 'default', true)

/**
 * The format of nginx' directive `log_format`: the text of the format alone, or the whole directive
 * with its name, its `escape=` and its quoted parts.
 *
 * @throws ConfigurationError when the format has no method and target.
 */
export function nginxFormat(text: string): LogFormat {
  const directive = /^\s*log_format\s+\S+\s+(?:escape=(default|json|none)\s+)?(.*?)\s*;?\s*$/s
  const [, escaping = 'default', quoted] = directive.exec(text) ?? []
  if (quoted === undefined) return formatOf(text, text.startsWith('{') ? 'json' : 'default', false)
  const parts = [...quoted.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\S+)/gs)]
  const format = parts.map(([, single, double, bare]) =>
    bare !== undefined ? bare : (single ?? double ?? '').replace(/\\(['"\\])/g, '$1'),
  )
  return formatOf(format.join(''), escaping, false)
}

function formatOf(format: string, escaping: string, mayGoOn: boolean): LogFormat {
  const pieces: Piece[] = []
  let end = 0
  for (const match of format.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)) {
    pieces.push({ literal: format.slice(end, match.index) })
    pieces.push({ field: match[1] ?? match[2] ?? '' })
    end = match.index + match[0].length
  }
  pieces.push({ literal: format.slice(end) })
  requireTarget(pieces)
  const unescaped = unescapes[escaping] ?? ((text) => text)
  return {
    read: lineReader(joinPieces(pieces), { mayGoOn }),
    requestOf: (fields) => requestOf(fields, unescaped),
    textOf: 'utf8',
  }
}

function requireTarget(pieces: readonly Piece[]): void {
  const has = (name: string) => pieces.some((piece) => 'field' in piece && piece.field === name)
  const hasTarget = has('request_uri') || has('uri') || has('document_uri')
  if (has('request') || (has('request_method') && hasTarget)) return
  throw new ConfigurationError(
    'The format of the log has no $request, and not both $request_method and $request_uri: it does not say what was requested.',
  )
}

function requestOf(escaped: ReadonlyMap<string, string>, unescaped: (text: string) => string) {
  const fields = new Map([...escaped].map(([name, value]) => [name, unescaped(value)]))
  const field = (name: string) => loggedValue(fields, name)
  const headers: HeaderField[] = []
  for (const name of fields.keys()) {
    const value = field(name)
    if (value !== null && name.startsWith('http_')) {
      headers.push([name.slice('http_'.length).replaceAll('_', '-'), value])
    }
  }
  return {
    requestLine: field('request'),
    method: field('request_method'),
    target: field('request_uri') ?? targetOf(field),
    host: field('http_host') ?? field('host'),
    headers,
  }
}

/** `$uri` is decoded, `$args` is as it was sent. */
function targetOf(field: (name: string) => string | null): string | null {
  const path = field('uri') ?? field('document_uri')
  const query = field('args') ?? field('query_string')
  if (path === null) return null
  return encodedPath(path, 'utf8') + (query === null ? '' : `?${query}`)
}

const unescapes: Readonly<Record<string, (text: string) => string>> = {
  // Each is one byte: several of them may be one character.
  default: (text) =>
    text
      .replace(/(?:\\x[\dA-F]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll(/\\x/gi, ''), 'hex').toString(),
      )
      .replace(/\\(["\\])/g, '$1'),
  json: (text) => {
    try {
      return JSON.parse(`"${text}"`)
    } catch {
      return text
    }
  },
}
