import { policyName } from '../rules/policy-name.ts'
import { guardedParentsOf } from '../views/generic/nesting.ts'
import type { View } from '../views/view.ts'

/**
 * What the handler of a view with a parent asks before all else, as advice: a parent that its
 * permissions do not show is a 404.
 */
export const rulesAboutParents = (view: View): string[] =>
  guardedParentsOf(view)
    .filter(({ permissions }) => permissions.length > 0)
    .map(
      ({ parameters, permissions }) =>
        `The handler asks about the parent (${parameters.join(', ')}): ${permissions.map(policyName).join(', ')}.`,
    )
