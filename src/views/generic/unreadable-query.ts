import { ErrorMessage } from '../../errors/error-detail.ts'
import { invalidQuery } from '../../filtering/invalid-query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { UnreadableValue } from '../../items/unreadable-value.ts'
import type { View } from '../view.ts'

/**
 * The error of reading a list, as one of the query if the database could not read a value of it.
 * Such a value fits what the filter knows of the field, but not the column: `2024-02-30` as a text.
 */
export function queryError(error: unknown, request: ApiRequest, { filters }: View): unknown {
  if (!(error instanceof UnreadableValue) || filters === null) return error
  const { field } = error
  const names = filters.parameters
    .filter((parameter) => field === null || (parameter.field ?? field) === field)
    .map(({ name }) => name)
    .filter((name) => (request.queryValue(name) ?? '') !== '')
  // Without a parameter it is the application's own value, of a scope for example.
  return names.length === 0 ? error : invalidQuery(names.map((name) => [name, [unreadableValue]]))
}

/** The message of a value that the database cannot read. */
export const unreadableValue = new ErrorMessage('Not a valid value.', 'invalid')
