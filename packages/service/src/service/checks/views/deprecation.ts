import type { Check } from '../finding.ts'
import { named, pathsWhere } from '../paths.ts'

/** `views.sunset` */
export const sunsetsAreAhead: Check = {
  isForDeploy: false,
  find({ views }) {
    const now = new Date()
    const paths = pathsWhere(
      views,
      ({ deprecated }) => deprecated?.sunset != null && deprecated.sunset < now,
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'views.sunset',
        severity: 'warning',
        message: `The sunset of deprecated views has passed, and they still answer: ${named(paths)}.`,
        remedy: 'Remove these views, or give a later sunset in `deprecated`.',
      },
    ]
  },
}
