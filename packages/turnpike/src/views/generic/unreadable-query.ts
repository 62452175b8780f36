import { ConfigurationError } from '../../errors/configuration-error.ts'
import { ErrorMessage } from '../../errors/error-detail.ts'
import { invalidQuery } from '../../filtering/invalid-query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { fieldMissingInAll } from '../../items/array.ts'
import { type Condition, fieldsOf } from '../../items/conditions/condition.ts'
import { UnknownField } from '../../items/conditions/unknown-field.ts'
import { UnreadableValue } from '../../items/conditions/unreadable-value.ts'
import type { ItemSet } from '../../items/item-set.ts'
import { hasScope } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { nestingOf } from './parent.ts'

/**
 * The error of reading a list, as one of the query if the database could not read a value of it.
 * Such a value fits what the filter knows of the field, but not the column: `2024-02-30` as a text.
 */
export function queryError(error: unknown, request: ApiRequest, view: View): unknown {
  const { filters } = view
  if (!(error instanceof UnreadableValue) || filters === null) return namingError(error, view)
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

/**
 * The error, as one that says what of the view names the field if the items do not have it: the
 * declaration of its parent, or the scope of a permission.
 */
export function namingError(error: unknown, view: View): unknown {
  if (!(error instanceof UnknownField)) return error
  const { field } = error
  const { name, filters, permissions } = view
  if (nestingOf(view)?.declaration.fields.includes(field)) {
    return new ConfigurationError(
      `The parent of the view ${name} has the field "${field}", which the items of the view do not have: ` +
        'name the field that refers to the parent.',
      { cause: error },
    )
  }
  const isFiltered = filters?.parameters.some((parameter) => parameter.field === field) ?? false
  if (isFiltered || !hasScope(permissions)) return error
  return new ConfigurationError(
    `The scope of a permission of the view ${name} names the field "${field}", which its items do not have: ` +
      'give the view permissions of its own, or the scope another field.',
    { cause: error },
  )
}

/**
 * Arrays have no columns, so they would list nothing by an unknown field, or with `not` everything.
 *
 * @throws ConfigurationError when none of the items of an array has a field of the condition.
 */
export function requireFields(items: ItemSet<unknown>, condition: Condition, view: View): void {
  const field = fieldMissingInAll(items, fieldsOf(condition))
  if (field !== null)
    throw namingError(new UnknownField(field, `No item has the field "${field}".`), view)
}
