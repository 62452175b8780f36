import {
  formParser,
  jsonParser,
  jsonRenderer,
  multipartParser,
  type Parser,
  type Permission,
  type Renderer,
  type Scheme,
  type Throttle,
} from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import type { Policies } from '../../../packages/turnpike/src/views/view.ts'
import type { ScenarioAccounts } from './accounts.ts'
import { NotSupported } from './not-supported.ts'
import { createPermission } from './permissions.ts'
import { createScheme } from './schemes.ts'
import { createThrottle } from './throttles.ts'
import type { AnyView } from './view.ts'

/** Policies in their order, each by name, with parameters in an object that has the name as `class`. */
export type PolicyList = (string | { class: string })[]

/** The policies that a view declares. */
export function viewPolicies(
  view: AnyView,
  accounts: ScenarioAccounts,
): Omit<Policies, 'orderingFilter' | 'search'> {
  const { name, authentication, permissions, throttles, throttle_scope, renderers, parsers } = view
  return {
    ...(name !== undefined && { name }),
    ...(authentication && { authentication: createSchemes(authentication, accounts) }),
    ...(permissions && { permissions: createPermissions(permissions) }),
    ...(throttles && { throttles: createThrottles(throttles) }),
    ...(throttle_scope !== undefined && { throttleScope: throttle_scope }),
    ...(renderers && { renderers: createRenderers(renderers) }),
    ...(parsers && { parsers: createParsers(parsers) }),
  }
}

export const createSchemes = (policies: PolicyList, accounts: ScenarioAccounts): Scheme[] =>
  policies.map((policy) => createScheme(withParameters(policy), accounts))

export const createPermissions = (policies: PolicyList): Permission[] =>
  policies.map(withParameters).map(createPermission)

export const createThrottles = (policies: PolicyList): Throttle[] =>
  policies.map(withParameters).map(createThrottle)

export const createRenderers = (policies: PolicyList): Renderer[] =>
  policies.map(withParameters).map(({ class: name }) => {
    if (name === 'JSONRenderer') return jsonRenderer()
    if (name === 'BrowsableAPIRenderer') return browsableRenderer()
    throw new NotSupported(`The renderer ${name}`)
  })

export const createParsers = (policies: PolicyList): Parser[] =>
  policies.map(withParameters).map(({ class: name }) => {
    if (name === 'JSONParser') return jsonParser()
    if (name === 'FormParser') return formParser()
    if (name === 'MultiPartParser') return multipartParser()
    throw new NotSupported(`The parser ${name}`)
  })

/** A bare name has no parameters. */
const withParameters = (policy: PolicyList[number]): { class: string } =>
  typeof policy === 'string' ? { class: policy } : policy
