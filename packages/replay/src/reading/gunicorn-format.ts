import { ConfigurationError } from 'turnpike'
import { joinPieces, lineReader, type Piece } from './line-format.ts'
import { type LogFormat, type LoggedRequest, loggedValue } from './log-format.ts'
import type { HeaderField } from './recorded-request.ts'
import { encodedPath } from './target.ts'

/** Gunicorn's default for `--access-logformat`. */
export const gunicornDefault = '%(h)s %(l)s %(u)s %(t)s "%(r)s" %(s)s %(b)s "%(f)s" "%(a)s"'

/**
 * The format of gunicorn's `--access-logformat`.
 *
 * @throws ConfigurationError when the format has no method and target.
 */
export function gunicornFormat(format: string = gunicornDefault): LogFormat {
  const pieces: Piece[] = []
  let end = 0
  for (const match of format.matchAll(/%\(([^)]+)\)[-+ #0]*\d*(?:\.\d+)?[a-z]|%%/gi)) {
    pieces.push({ literal: format.slice(end, match.index) })
    pieces.push(match[1] === undefined ? { literal: '%' } : { field: match[1] })
    end = match.index + match[0].length
  }
  pieces.push({ literal: format.slice(end) })
  const has = (name: string) => pieces.some((piece) => 'field' in piece && piece.field === name)
  if (!has('r') && !(has('m') && has('U'))) {
    throw new ConfigurationError(
      'The format of the log has no %(r)s, and not both %(m)s and %(U)s: it does not say what was requested.',
    )
  }
  // WSGI has each byte of a target and of a field as one character.
  return { read: lineReader(joinPieces(pieces)), requestOf, textOf: 'latin1' }
}

function requestOf(escaped: ReadonlyMap<string, string>): LoggedRequest {
  const fields = new Map([...escaped].map(([name, value]) => [name, value.replaceAll('\\"', '"')]))
  const field = (name: string) => loggedValue(fields, name)
  const headers: HeaderField[] = []
  const add = (name: string, value: string | null) => {
    const isRepeated = headers.some(([known]) => known.toLowerCase() === name.toLowerCase())
    if (value !== null && !isRepeated) headers.push([name, value])
  }
  add('Referer', field('f'))
  add('User-Agent', field('a'))
  for (const name of fields.keys()) {
    const [, header] = /^\{(.+)\}i$/.exec(name) ?? []
    if (header !== undefined) add(header, field(name))
  }
  const path = field('U')
  const query = field('q')
  return {
    requestLine: field('r'),
    method: field('m'),
    target: path && encodedPath(path, 'latin1') + (query === null ? '' : `?${query}`),
    host: headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? null,
    headers,
  }
}
