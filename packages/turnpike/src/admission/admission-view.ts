import { mark } from '../caching/mark.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { CredentialBudget } from '../http/credential-budget.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { createView } from '../views/create-view.ts'
import type { Handler, View } from '../views/view.ts'
import type { AdmissionPolicies } from './admission.ts'

/** Makes the view for requests with a method. */
export type ViewForMethod = (method: string) => View

/**
 * The views with these policies, whose handlers let the request in. They are made once for an
 * object of policies.
 */
export const viewsFor = (settings: ResolvedSettings, policies: AdmissionPolicies): ViewForMethod =>
  viewsUnder(settings)(policies)

const viewsUnder = memoizeByIdentity((settings: ResolvedSettings) =>
  memoizeByIdentity((policies: AdmissionPolicies) => viewForMethod(settings, policies)),
)

const policyOptions = knownOptions<AdmissionPolicies>('authenticate()', {
  name: 'optional',
  authentication: 'optional',
  permissions: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
  renderers: 'optional',
})

function viewForMethod(settings: ResolvedSettings, policies: AdmissionPolicies): ViewForMethod {
  policyOptions.require(policies)
  const views = new Map<string, View>()
  // What is sent afterwards has a format of its own, which no query chooses.
  const withoutFormats = { ...settings, URL_FORMAT_OVERRIDE: null }
  const options = { ...policies, atomic: false, conditional: false }

  return (sent) => {
    // One view for all methods would say in `Allow` that each of them is allowed. The methods of
    // clients are any texts: unknown ones get the 405 of the first view.
    const method = methods.has(sent) ? sent : 'GET'
    const view =
      views.get(method) ?? createView({ ...options, [method.toLowerCase()]: admit }, withoutFormats)
    views.set(method, view)
    return view
  }
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const admit: Handler = (request) => {
  admitted.set(request, true)
  return new Response(null, { status: 204 })
}

const admitted = mark<ApiRequest>()

/** Whether the request has passed all steps before the handler. */
export const isAdmitted = (request: ApiRequest): boolean => admitted.get(request) === true

/** The same view for requests that are checked again. */
export const viewToCheckAgain = memoizeByIdentity(
  (view: View): View => ({ ...view, throttles: [], credentialBudget: uncounted }),
)

/** Wrong credentials were right before: nobody guesses. */
const uncounted: CredentialBudget = { attempt: (_client, _username, check) => check() }
