import { itemsOf } from 'turnpike/internal/views/generic/list'
import { failureOf } from '../failure.ts'
import type { Check, Finding } from '../finding.ts'

/** `lists.filter` */
export const filtersFindItems: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const items = itemsOf(view)
      if (items === null || view.filters === null) continue
      // Reported by `lists.unreadable`.
      if ((await failureOf(() => items.slice(0, 0))) !== null) continue
      const fields = new Set(view.filters.parameters.flatMap(({ field }) => field ?? []))
      for (const field of fields) {
        // No rows are read.
        const failure = await failureOf(async () =>
          items.where?.({ field, operator: 'null' }).slice(0, 0),
        )
        if (failure === null) continue
        findings.push({
          id: 'lists.filter',
          severity: 'error',
          message: `${view.name} at ${path}: the filters of ${field}: ${failure}`,
          remedy: 'Filter by a field of the items, or remove the filter.',
        })
      }
    }
    return findings
  },
}
