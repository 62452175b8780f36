import type { View } from 'turnpike'
import { policyName } from 'turnpike/kit'
import { defaultService } from '../../../service/default-service.ts'
import { inColumns } from '../../in-columns.ts'
import { loadDefinition } from '../../load-definition.ts'
import { knownViews } from './known-views.ts'
import { readApp } from './read-app.ts'

/** Prints the views, as a table or as JSON. @throws CommandFailed when they are unknown. */
export async function listRoutes(module: string | undefined, { json }: { json?: boolean }) {
  const definition = (await loadDefinition(module)) ?? defaultService
  const views = await readApp(definition, process.env, knownViews)
  const found = [...views].map(([path, view]) => routeOf(path, view))
  if (json) console.log(JSON.stringify(found, null, 2))
  else for (const line of inColumns([headings, ...found.map(cells)])) console.log(line)
}

const routeOf = (path: string, view: View) => {
  const methods = [...view.handlers.keys()].filter((method) => !isImplied(method))
  return {
    path,
    name: view.name,
    methods,
    permissions: view.permissions.map(policyName),
    throttles: view.throttles.map((throttle) => ({
      name: policyName(throttle),
      scope: view.throttleScope,
      limits: Object.fromEntries(
        methods.map((method) => [method, throttle.describe?.(view, method) ?? null]),
      ),
    })),
    schemes: view.authentication.map(policyName),
  }
}

/** HEAD comes with GET, and OPTIONS with every view. */
const isImplied = (method: string) => method === 'HEAD' || method === 'OPTIONS'

const headings = ['PATH', 'METHODS', 'SCHEMES', 'THROTTLES', 'PERMISSIONS']

const cells = ({ path, methods, permissions, throttles, schemes }: ReturnType<typeof routeOf>) => [
  path,
  methods.join(' ') || '-',
  schemes.join(', ') || '-',
  throttles.map(({ name }) => name).join(', ') || '-',
  // Last, because combinations have long names.
  permissions.join(', ') || '-',
]
