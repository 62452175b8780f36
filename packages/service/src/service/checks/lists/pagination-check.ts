import type { View } from 'turnpike'
import type { Check, Finding } from '../finding.ts'
import { isList, named, pathsWhere } from '../paths.ts'

/** `lists.pagination` */
export const listsArePaginated: Check = {
  isForDeploy: false,
  find({ views }) {
    const lists = [...(views?.values() ?? [])].filter(isList)
    // If one has pagination, the others may have none on purpose.
    const isSizeForNothing = lists.every(({ pagination }) => pagination === null)
    const withoutStyle = isSizeForNothing
      ? pathsWhere(views, (view) => isList(view) && view.settings.PAGE_SIZE !== null)
      : []
    const withoutSize = pathsWhere(views, (view) => isList(view) && hasStyleAlone(view))
    return [
      ...finding(withoutStyle, {
        message: 'PAGE_SIZE is set but no list has pagination, so all items are sent at',
        remedy:
          'Set DEFAULT_PAGINATION_CLASS, such as pageNumberPagination(), or remove PAGE_SIZE.',
      }),
      ...finding(withoutSize, {
        message: 'The pagination has no page size, so all items are sent at',
        remedy: 'Set PAGE_SIZE, or the page size of the pagination, or set pagination: null.',
      }),
    ]
  },
}

/** A style without a description may have its own size. */
const hasStyleAlone = (view: View): boolean =>
  view.pagination?.describe !== undefined && view.pagination.describe(view) === null

const finding = (
  paths: readonly string[],
  { message, remedy }: Pick<Finding, 'message' | 'remedy'>,
): Finding[] =>
  paths.length === 0
    ? []
    : [
        {
          id: 'lists.pagination',
          severity: 'warning',
          message: `${message} ${named(paths)}.`,
          remedy,
        },
      ]
