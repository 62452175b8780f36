import { showsTooMuch } from 'turnpike/internal/permissions/scope'
import type { Check } from '../finding.ts'
import { isList } from '../paths.ts'

/** `lists.scope` */
export const listsHaveScopes: Check = {
  isForDeploy: false,
  find: ({ views }) =>
    [...(views ?? [])]
      .filter(([, view]) => isList(view) && view.permissions.some(showsTooMuch))
      .map(([path, { name }]) => ({
        id: 'lists.scope',
        severity: 'warning',
        message: `${name} at ${path}: a permission checks single items with hasObjectPermission, but the list shows them all: it has no scope.`,
        remedy:
          'Add scope to the permission, which returns a condition. If every item may be listed, write scope: null.',
      })),
}
