import { memoizeByIdentity } from '../../caching/memoize.ts'
import { ApiException } from '../../errors/api-exception.ts'
import type { Operation } from '../../http/operation.ts'
import type { ApiRequest } from '../../http/request.ts'
import { checkPermissions } from '../../permissions/check.ts'
import { finderOf } from '../generic/detail.ts'
import { nestingOf } from '../generic/parent.ts'
import type { View } from '../view.ts'
import { type FieldInfos, fieldInfos } from './field-info.ts'

/** The methods whose fields OPTIONS describes. PATCH takes those of PUT, none of them required. */
const described = ['POST', 'PUT']

/** The fields of the methods that have a schema and that the client may use, by method. */
export async function actionsOf(
  view: View,
  request: ApiRequest,
): Promise<(readonly [method: string, fields: FieldInfos])[]> {
  const actions: (readonly [string, FieldInfos])[] = []
  for (const method of described) {
    const operation = view.operations.get(method)
    const { fields } = operation ? fieldsOf(operation) : { fields: null }
    if (fields !== null && (await mayUse(method, view, request))) actions.push([method, fields])
  }
  return actions
}

/** Computed at the first OPTIONS of a view: what its schema accepts does not change. */
const fieldsOf = memoizeByIdentity(({ accepts, answers }: Operation) => ({
  fields: accepts === undefined ? null : fieldInfos(accepts, answers),
}))

/**
 * Whether the permissions allow the method, and for PUT the item, which must exist. Below a parent
 * that one must exist, too.
 */
async function mayUse(method: string, view: View, request: ApiRequest): Promise<boolean> {
  const asked = request.withMethod(method)
  try {
    await checkPermissions(view, asked)
    if (method === 'PUT') await finderOf(view)?.(asked, view)
    else await nestingOf(view)?.enter(asked, view)
    return true
  } catch (error) {
    // A lost database connection says nothing about what the client may do.
    if (error instanceof ApiException && error.status < 500) return false
    throw error
  }
}
