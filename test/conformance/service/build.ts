import {
  type Api,
  badRequest,
  createApi,
  loginView,
  logoutView,
  type RoutesOptions,
  routes,
  type Settings,
  serverError,
  type View,
} from 'turnpike'
import { type BuildApp, webDoor } from '../replay/doors.ts'
import type { Build } from '../replay/replay.ts'
import { type ScenarioAccounts, worldAccounts } from './accounts.ts'
import { genericList, handmadeList, insertion, removal } from './lists.ts'
import { NotSupported } from './not-supported.ts'
import { viewPolicies } from './policies.ts'
import { inspect, raise } from './raise.ts'
import { arraySets, type OpenSets, type RowSet, type Sets } from './rows.ts'
import { apiSettings } from './settings.ts'
import { echo, handlersFor, identity } from './simple-views.ts'
import { tokenIssuing } from './token-view.ts'
import { validation } from './validate.ts'
import type { ScenarioView } from './view.ts'

/** The Turnpike service that a scenario describes, over arrays. */
export const buildService: Build = (...described) => buildServiceOver(arraySets)(...described)

/** The same over other sets. */
export const buildServiceOver =
  (openSets: OpenSets): Build =>
  async (...described) =>
    webDoor(await buildAppOver(openSets)(...described))

/** Its app. */
export const buildApp: BuildApp = (...described) => buildAppOver(arraySets)(...described)

/** Its app, with further settings. */
export const buildAppWith = (settings: Settings): BuildApp => buildAppOver(arraySets, settings)

const buildAppOver =
  (openSets: OpenSets, others: Settings = {}): BuildApp =>
  async (world, scenario, clock) => {
    const { AUTHENTICATION_BACKENDS: backends } = scenario.settings
    const accounts = worldAccounts(world, backends, clock)
    const sets = await openSets(world)
    const api = createApi({ ...apiSettings(scenario.settings, world, accounts, clock), ...others })

    const views = scenario.views.filter((view) => !(view.kind in errorViews))
    const app = routes(
      api,
      Object.fromEntries(views.map((view) => [view.path, createView(api, view, accounts, sets)])),
      errorViewsOf(scenario.url_handlers ?? {}),
    )
    for (const { path, kind } of scenario.views) {
      const errorView = errorViews[kind]
      if (errorView !== undefined) app.all(path, () => errorView())
    }
    return app
  }

const errorViews: Readonly<Record<string, () => Response>> = {
  server_error: serverError,
  bad_request: badRequest,
}

function createView(api: Api, view: ScenarioView, accounts: ScenarioAccounts, sets: Sets): View {
  const policies = viewPolicies(view, accounts)

  switch (view.kind) {
    case 'identity':
      return api.view({ ...policies, ...handlersFor(view.methods ?? ['GET'], identity) })
    case 'echo':
      return api.view({ ...policies, ...handlersFor(view.methods ?? ['POST'], echo) })
    case 'raise':
      return api.view({ ...policies, ...handlersFor(view.methods ?? ['GET'], () => raise(view)) })
    case 'full_details':
      return api.view({ ...policies, ...handlersFor(view.methods ?? ['GET'], () => inspect(view)) })
    case 'validate':
      return api.view({ ...policies, ...validation(view) })
    case 'login':
      return api.view({ ...loginView(accounts), ...policies })
    case 'logout':
      return api.view({ ...logoutView(accounts), ...policies })
    case 'token':
      return api.view({ ...tokenIssuing(view, accounts), ...policies })
    case 'list':
      return view.generic === false
        ? api.view({ ...policies, ...handmadeList(view, setOf(sets, view.set)) })
        : api.listView({ ...policies, ...genericList(view, setOf(sets, view.set)) })
    case 'insert':
      return api.view({ ...policies, ...insertion(setOf(sets, view.set)) })
    case 'remove':
      return api.view({ ...policies, ...removal(setOf(sets, view.set)) })
    default:
      throw new NotSupported(`The view ${view.kind}`)
  }
}

function setOf(sets: Sets, name: string): RowSet {
  const set = sets[name]
  if (set === undefined) throw new Error(`The world has no set ${name}.`)
  return set
}

/** `{ '500': 'server_error' }` → `{ serverError }`. */
function errorViewsOf(handlers: Record<string, string>): RoutesOptions {
  const viewOf = (status: string) => {
    const name = handlers[status]
    const view = name === undefined ? undefined : errorViews[name]
    if (name !== undefined && view === undefined) throw new NotSupported(`The error view ${name}`)
    return view
  }
  const [answer500, answer400] = [viewOf('500'), viewOf('400')]
  return {
    ...(answer500 !== undefined && { serverError: answer500 }),
    ...(answer400 !== undefined && { badRequest: answer400 }),
  }
}
