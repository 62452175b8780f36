import { itemsOf } from '../../generic/list.ts'
import type { Ordering } from '../../items/ordering.ts'
import { needsSort } from '../../kysely/order-index.ts'
import type { View } from '../../view.ts'
import type { Check, Finding } from './finding.ts'
import { named, pathsWhere } from './paths.ts'

/** `views.unknown` */
export const viewsAreKnown: Check = {
  isForDeploy: false,
  find: ({ views }) =>
    views !== null
      ? []
      : [
          {
            id: 'views.unknown',
            severity: 'warning',
            message:
              'The views were not checked: the application is not what routes() returns, or was not built.',
            remedy:
              'Let app() of the service return what routes() returns; correct the errors above first.',
          },
        ],
}

/** `authentication.order` */
export const denialsAreChallenges: Check = {
  isForDeploy: false,
  find({ views }) {
    const paths = pathsWhere(views, ({ authentication: [first, ...others] }) => {
      const hasChallenge = others.some((scheme) => scheme.challenge !== undefined)
      return first !== undefined && first.challenge === undefined && hasChallenge
    })
    if (paths.length === 0) return []
    return [
      {
        id: 'authentication.order',
        severity: 'warning',
        message: `Callers without credentials get 403 and no challenge at ${named(paths)}: the first scheme has none, and a later one has.`,
        remedy:
          'Put the scheme with the challenge first, if clients shall get 401 and be asked to sign in.',
      },
    ]
  },
}

/** `lists.order` */
export const ordersHaveIndexes: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const items = itemsOf(view)
      if (items === null) continue
      for (const ordering of orderingsOf(view)) {
        if ((await needsSort(items, ordering)) !== true) continue
        findings.push({
          id: 'lists.order',
          severity: 'warning',
          message: `${path} reads and sorts its whole table for each page in the order ${ordering.join(', ')}.`,
          remedy: `Add an index on ${columnsOf(ordering)} and the primary key, or take the order away.`,
        })
      }
    }
    return findings
  },
}

/** What the style and the filter bring along; a field that clients may choose is an order of its own. */
function orderingsOf({ pagination, orderingFilter }: View): Ordering[] {
  const chosen = orderingFilter?.fields.map((field) => [field]) ?? []
  const orderings = [pagination?.ordering ?? [], orderingFilter?.default ?? [], ...chosen]
  const byColumns = new Map(orderings.map((ordering) => [columnsOf(ordering), ordering]))
  byColumns.delete('')
  return [...byColumns.values()]
}

const columnsOf = (ordering: Ordering): string =>
  ordering.map((name) => name.replace(/^-/, '')).join(', ')
