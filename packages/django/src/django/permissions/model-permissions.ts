import {
  type ApiRequest,
  isAuthenticated,
  MethodNotAllowed,
  type Permission,
  type SignedIn,
} from 'turnpike'
import { knownOptions, objectWith, type Rule, textWhere, trueOrFalse } from 'turnpike/kit'
import type { Audience } from 'turnpike/openapi'
import type { DjangoPermissions } from './permissions.ts'

/** The permissions that methods need, by the name of the method in upper case. */
export type MethodPermissions = Readonly<Record<string, readonly string[]>>

export interface DjangoModelPermissionsOptions {
  /** The permissions of users: `djangoAccounts(db).permissions`. */
  permissions: Pick<DjangoPermissions, 'hasPerms'>
  /** The label of the app in Django: `notes`. */
  app: string
  /** The name of the model in lower case: `note`. */
  model: string
  /**
   * Permissions that methods need, if they differ from the default: `{ GET: ['view'] }`. A name
   * without a dot is an action on the model, so that `view` is `notes.view_note`; one with a dot is
   * the name of any permission. An empty list: nothing. HEAD needs what GET needs, unless it is
   * given. Default POST needs `add`, PUT and PATCH `change`, DELETE `delete`; GET and OPTIONS need
   * nothing.
   */
  methods?: MethodPermissions
  /** True: requests without a user may use the methods that need no permission. Default false. */
  anonymous?: boolean
}

const label = textWhere('a label such as notes: letters, digits and _', (name) =>
  /^[a-z_]\w*$/i.test(name),
)

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')

const methodPermissions: Rule<MethodPermissions> = {
  expected: "an object of lists of permissions by method in upper case, such as { GET: ['view'] }",
  accepts: (value): value is MethodPermissions =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([method, names]) => /^[A-Z]+$/.test(method) && isNames(names)),
}

export const djangoModelPermissionsOptions = knownOptions<DjangoModelPermissionsOptions>(
  'djangoModelPermissions()',
  {
    permissions: { required: objectWith('the permissions of djangoAccounts()', ['hasPerms']) },
    app: { required: label },
    model: { required: label },
    methods: methodPermissions,
    anonymous: trueOrFalse,
  },
)

/**
 * Allows what Django's permissions of a model allow the user, as `DjangoModelPermissions` of Django
 * REST framework does; with `anonymous` as `DjangoModelPermissionsOrAnonReadOnly`.
 *
 * A method for which nothing is listed is answered with 405.
 *
 * @throws ConfigurationError when an option is missing, unknown or wrong.
 */
export function djangoModelPermissions(
  options: DjangoModelPermissionsOptions & { readonly anonymous?: false },
): Permission<SignedIn>
export function djangoModelPermissions(options: DjangoModelPermissionsOptions): Permission
export function djangoModelPermissions(options: DjangoModelPermissionsOptions): Permission {
  djangoModelPermissionsOptions.require(options)
  const { permissions, app, model, methods = {}, anonymous = false } = options
  const needed = neededBy(methods, app, model)

  return {
    name: `djangoModelPermissions(${app}.${model})`,

    hasPermission(request: ApiRequest) {
      const isKnown = isAuthenticated.hasPermission(request)
      if (!isKnown && !anonymous) return false

      const names = needed.get(request.method)
      if (names === undefined) throw new MethodNotAllowed(request.method)
      if (names.length === 0) return true
      return isKnown && permissions.hasPerms(request.user, names)
    },

    audience(method): Audience {
      const names = needed.get(method)
      if (names === undefined || names.length > 0) return 'some-users'
      return anonymous ? 'everybody' : 'users'
    },
  }
}

const actions: MethodPermissions = {
  GET: [],
  OPTIONS: [],
  POST: ['add'],
  PUT: ['change'],
  PATCH: ['change'],
  DELETE: ['delete'],
}

/** The full names of the permissions that methods need. */
function neededBy(
  given: MethodPermissions,
  app: string,
  model: string,
): ReadonlyMap<string, readonly string[]> {
  const { GET = [], ...others } = { ...actions, ...given }
  // Otherwise HEAD would show that there is something, and how long it is.
  const all = { GET, HEAD: GET, ...others }
  const fullName = (name: string) => (name.includes('.') ? name : `${app}.${name}_${model}`)
  return new Map(Object.entries(all).map(([method, names]) => [method, names.map(fullName)]))
}
