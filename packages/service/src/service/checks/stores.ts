import type { View } from 'turnpike'
import {
  type FindingStore,
  parametersOf,
  storeOf,
} from 'turnpike/internal/views/generic/item/source'
import { nestingOf, type ParentDeclaration } from 'turnpike/internal/views/generic/parent'
import { failureOf } from './failure.ts'
import type { Check, Finding } from './finding.ts'

/** `stores.parameters` and `stores.unreadable` */
export const storesFindItems: Check = {
  isForDeploy: false,
  async find({ views }) {
    const findings: Finding[] = []
    for (const [path, view] of views ?? []) {
      for (const found of storesOf(view)) {
        findings.push(...(await findingsOf(found, `${view.name} at ${path}`, path)))
      }
    }
    return findings
  },
}

/** A store in which a view finds something by the parameters of its path. */
interface UsedStore {
  readonly store: Pick<FindingStore, 'find'>
  readonly names: readonly string[]
  /** The things that are found: `items`. */
  readonly finds: string
  readonly remedy: string
}

function storesOf(view: View): UsedStore[] {
  const store = storeOf(view)
  const parent = nestingOf(view)?.declaration ?? null
  const remedy = 'Name the parameters of the path like the key of the store, or set find.'
  const own = store && { store, names: parametersOf(store), finds: 'items', remedy }
  return [...(own ? [own] : []), ...parentsOf(parent)]
}

/** The parent and its own ones. */
const parentsOf = (parent: ParentDeclaration | null): UsedStore[] =>
  parent === null
    ? []
    : [
        {
          store: parent.store,
          names: parent.parameters,
          finds: 'parents',
          remedy: 'Name the parameters of the path like parameter of the parent.',
        },
        ...parentsOf(parent.parent),
      ]

async function findingsOf(
  { store, names, finds, remedy }: UsedStore,
  where: string,
  path: string,
): Promise<Finding[]> {
  const missing = names.filter((name) => !hasParameter(path, name))
  const failure = await failureOf(() => findAny(store, names.length))
  const findings: Finding[] = []
  if (missing.length > 0) {
    findings.push({
      id: 'stores.parameters',
      severity: 'error',
      message: `${where}: the store finds ${finds} by ${named(names)}, but the path lacks ${named(missing)}.`,
      remedy,
    })
  }
  if (failure !== null) {
    findings.push({
      id: 'stores.unreadable',
      severity: 'error',
      message: `${where}: ${failure}`,
      remedy: 'Correct the table or the key of the store: each request to the view fails.',
    })
  }
  return findings
}

/** Tries keys of the usual kinds: a store need not query the database for others. */
async function findAny(store: UsedStore['store'], parts: number): Promise<void> {
  for (const text of ['1', '00000000-0000-4000-8000-000000000000']) {
    await store.find(...Array.from({ length: parts }, () => text))
  }
}

const hasParameter = (path: string, name: string): boolean =>
  path.split('/').some((part) => /^:(\w+)/.exec(part)?.[1] === name)

const named = (names: readonly string[]): string => names.map((name) => `:${name}`).join(' and ')
