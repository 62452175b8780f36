import { type DetailInput, ErrorMessage } from '../../errors/error-detail.ts'
import { isMisspelt, nearestName } from '../../errors/nearest-name.ts'
import { invalidQuery } from '../../filtering/invalid-query.ts'
import { errorsByParameter } from '../../filtering/view-filters.ts'
import type { ApiRequest } from '../../http/request.ts'
import { orderingTerm } from '../../items/ordering.ts'
import type { View } from '../view.ts'

/**
 * Rejects unknown query parameters, and orders by fields that clients may not choose.
 *
 * @throws ValidationError that names each of them, and the values that the filters refuse.
 */
export async function requireKnownParameters(
  request: ApiRequest,
  view: View,
  known: ReadonlySet<string>,
): Promise<void> {
  const unknown = new Set([...request.query.keys()].filter((name) => !known.has(name)))
  const errors: (readonly [string, DetailInput])[] = [...unknown]
    .slice(0, most)
    .map((name) => [name, [unknownAs(name, [...known])]])
  const ofOrdering = orderingError(request, view)
  if (ofOrdering !== null) errors.push([view.settings.ORDERING_PARAM, [ofOrdering]])
  if (errors.length === 0) return
  throw invalidQuery([...errors, ...(await errorsOfFilters(request, view))])
}

function orderingError(
  request: ApiRequest,
  { orderingFilter, settings }: View,
): ErrorMessage | null {
  if (orderingFilter === null) return null
  const names = (request.queryValue(settings.ORDERING_PARAM) ?? '').split(',')
  const isRefused = (name: string) =>
    name !== '' && !orderingFilter.fields.includes(orderingTerm(name).field)
  const refused = names.map((name) => name.trim()).find(isRefused)
  if (refused === undefined) return null
  const { field } = orderingTerm(refused)
  const named = field.length > maxLength ? `${field.slice(0, maxLength).toWellFormed()}…` : field
  const fields = orderingFilter.fields.join(', ')
  return new ErrorMessage(
    'Cannot be ordered by "{named}". Fields that may be used: {fields}.',
    'invalid_choice',
    { named, fields },
  )
}

async function errorsOfFilters(
  request: ApiRequest,
  { filters }: View,
): Promise<readonly (readonly [string, DetailInput])[]> {
  try {
    await filters?.condition(request)
    return []
  } catch (error) {
    return errorsByParameter(error)
  }
}

/** Most unknown parameters in one response. */
const most = 20

/** Longer names are not compared with the known ones, which takes its time. */
const maxLength = 64

function unknownAs(name: string, known: readonly string[]): ErrorMessage {
  const meant = name.length > maxLength ? null : nearestName(name, known, isMisspelt)
  if (meant === null) return unknownParameter
  return new ErrorMessage('Unknown query parameter. Did you mean {meant}?', unknownParameter.code, {
    meant,
  })
}

/** The message of an unknown parameter, unless its name is similar to a known one. */
export const unknownParameter = new ErrorMessage('Unknown query parameter.', 'unknown_parameter')
