import { type FindingStore, parametersOf, storeOf } from '../../views/generic/detail.ts'
import { failureOf } from './failure.ts'
import type { Check, Finding } from './finding.ts'

/** `stores.parameters` and `stores.unreadable` */
export const storesFindItems: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      const store = storeOf(view)
      if (store === null) continue
      const names = parametersOf(store)
      const missing = names.filter((name) => !hasParameter(path, name))
      if (missing.length > 0) {
        findings.push({
          id: 'stores.parameters',
          severity: 'error',
          message: `${view.name} at ${path}: the store finds items by ${named(names)}, but the path lacks ${named(missing)}.`,
          remedy: 'Name the parameters of the path like the key of the store, or set find.',
        })
      }
      const failure = await failureOf(() => findAny(store, names.length))
      if (failure !== null) {
        findings.push({
          id: 'stores.unreadable',
          severity: 'error',
          message: `${view.name} at ${path}: ${failure}`,
          remedy: 'Correct the table or the key of the store: each request to the view fails.',
        })
      }
    }
    return findings
  },
}

/** Tries keys of the usual kinds: a store need not query the database for others. */
async function findAny(store: FindingStore, parts: number): Promise<void> {
  for (const text of ['1', '00000000-0000-4000-8000-000000000000']) {
    await store.find(...Array.from({ length: parts }, () => text))
  }
}

const hasParameter = (path: string, name: string): boolean =>
  path.split('/').some((part) => /^:(\w+)/.exec(part)?.[1] === name)

const named = (names: readonly string[]): string => names.map((name) => `:${name}`).join(' and ')
