import { ErrorMessage } from '../../errors/error-detail.ts'
import { isMisspelt, nearestName } from '../../errors/nearest-name.ts'
import { invalidQuery } from '../../filtering/invalid-query.ts'
import type { ApiRequest } from '../../http/request.ts'

/**
 * Rejects unknown query parameters.
 *
 * @throws ValidationError that names each of them.
 */
export function requireKnownParameters(request: ApiRequest, known: ReadonlySet<string>): void {
  const unknown = new Set([...request.query.keys()].filter((name) => !known.has(name)))
  if (unknown.size === 0) return
  const named = [...unknown].slice(0, most)
  throw invalidQuery(named.map((name) => [name, [unknownAs(name, [...known])]]))
}

/** Most unknown parameters in one response. */
const most = 20

/** Longer names are not compared with the known ones, which takes its time. */
const maxLength = 64

function unknownAs(name: string, known: readonly string[]): ErrorMessage {
  const meant = name.length > maxLength ? null : nearestName(name, known, isMisspelt)
  if (meant === null) return unknownParameter
  const { message, code } = unknownParameter
  return new ErrorMessage(`${message} Did you mean ${meant}?`, code)
}

/** The message of an unknown parameter, unless its name is similar to a known one. */
export const unknownParameter = new ErrorMessage('Unknown query parameter.', 'unknown_parameter')
