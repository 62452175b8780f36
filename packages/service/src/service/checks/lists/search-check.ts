import { fullTextIndexOf } from '@turnpike/sql/internal/kysely/items/full-text-index'
import type { Search } from 'turnpike'
import { searchCondition, searchedField } from 'turnpike/internal/filtering/search/search'
import { itemsOf } from 'turnpike/internal/views/generic/list'
import { failureOf } from '../failure.ts'
import type { Check, Finding } from '../finding.ts'
import type { List } from './read-list.ts'

/** `lists.search` and `lists.fulltext` */
export const searchesFindItems: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const items = itemsOf(view)
      if (items === null || view.search === null) continue
      // Reported by `lists.unreadable`.
      if ((await failureOf(() => items.slice(0, 0))) !== null) continue
      for (const name of view.search.fields) {
        const found = await findingOf({ path, view, items }, name)
        if (found !== null) findings.push(found)
      }
    }
    return findings
  },
}

async function findingOf(list: List, name: Search['fields'][number]): Promise<Finding | null> {
  const { items, view, path } = list
  const option = `search: { fields: ['${name}'] }`
  const condition = searchCondition({ fields: [name] }, ['word'])
  // No rows are read: a word that is nowhere would be looked for in all of them.
  const failure = await failureOf(async () => items.where?.(condition).slice(0, 0))
  if (failure !== null) {
    return {
      id: 'lists.search',
      severity: 'error',
      message: `${view.name} at ${path}: ${option}: ${failure}`,
      remedy: 'Search a field of the items, in a way that their database has.',
    }
  }

  const { field, operator } = searchedField(name)
  const index = operator === 'fullText' ? await fullTextIndexOf(items, field) : null
  if (index === null || index.exists) return null
  return {
    id: 'lists.fulltext',
    severity: 'warning',
    message: `${path} reads its whole table for each word that is searched in ${field}: ${option} has no index.`,
    remedy:
      index.statement === null
        ? `Search a column of a table: ${field} is computed, so it can have no index.`
        : `Create it: ${index.statement}`,
  }
}
