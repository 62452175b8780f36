import type { z } from 'zod'
import { type ApiKey, InvalidApiKey, type IssuedApiKey } from '../accounts/keys/api-key.ts'
import type { ApiKeyStore } from '../accounts/keys/api-key-store.ts'
import { requireScopeNames } from '../accounts/scopes.ts'
import type { User } from '../accounts/user.ts'
import { UserNotFound } from '../accounts/user-store.ts'
import { once } from '../caching/once.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { NotFound, ValidationError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { TranslatableMessage } from '../languages/message.ts'
import type { Permission } from '../permissions/permission.ts'
import { isUnscoped } from '../permissions/require-scope.ts'
import { logSecurityEvent, type SecurityEvent } from '../telemetry/security-events.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { serializer } from '../validation/index.ts'
import { detailHandlers } from '../views/generic/detail.ts'
import { listHandlers } from '../views/generic/list.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { apiKeySchema, issuedApiKeySchema, newApiKeySchema, shownApiKey } from './api-key-schema.ts'

export interface KeyViewsOptions<U extends User> {
  /** Where the keys are stored. */
  keys: Pick<ApiKeyStore<U>, 'create' | 'search' | 'get' | 'revoke'>
  /** The scopes that may be given to a key. Default null: any. */
  scopes?: readonly string[] | null
  /** The path of the list, with a slash at both ends. Default `/keys/`. */
  path?: string
  /** Further permissions. Default none. */
  permissions?: readonly Permission[]
  /** Default: those of the settings. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
}

export const keyViewsOptions = knownOptions<KeyViewsOptions<User>>('keyViews()', {
  keys: 'required',
  scopes: 'optional',
  path: 'optional',
  permissions: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
})

/**
 * The views by which users manage their own API keys, by path, to be spread into those of
 * `routes()`: `/keys/` lists them and creates one, `/keys/:id/` shows one and revokes it.
 *
 * Only credentials without scopes may use them, so that a key that leaked cannot make another one
 * that may do more, or that outlives it.
 *
 * @throws ConfigurationError when an option is unknown, or a scope or the path is invalid.
 */
export function keyViews<U extends User>(options: KeyViewsOptions<U>): Record<string, ViewOptions> {
  keyViewsOptions.require(options)
  const { keys, scopes = null, path = '/keys/', permissions = [], ...limits } = options
  const { throttles, throttleScope = null } = limits
  if (scopes !== null) requireScopeNames('keyViews()', scopes)
  requirePath(path)

  const policies = {
    permissions: [isUnscopedForKeys, ...permissions],
    ...(throttles && { throttles }),
    throttleScope,
    atomic: false,
  }
  const schema = newApiKeySchema(scopes)
  const list = listHandlers<ApiKey<U>, never>({
    name: 'API keys',
    description: 'Your API keys. POST creates one: its key is in the answer, and never again.',
    ...policies,
    items: ({ user }) => keys.search({ user: user as U }),
    serialize: shownApiKey,
    answers: apiKeySchema(),
  })
  const detail = detailHandlers<ApiKey<U>, never>({
    name: 'API key',
    description: 'One of your API keys. DELETE revokes it at once.',
    ...policies,
    find: ({ params, user }) => ofUser(user, keys.get(params.id ?? '')),
    serialize: shownApiKey,
    answers: apiKeySchema(),
    async destroy(apiKey, request, view) {
      if (!(await keys.revoke(apiKey))) throw new NotFound()
      logKey('key.revoked', apiKey, request, view)
    },
  })

  return {
    [path]: {
      ...list,
      operations: {
        ...list.operations,
        post: {
          summary: 'Create an API key',
          accepts: schema,
          answers: issuedApiKeySchema(),
          status: 201,
          hasLocation: true,
        },
      },
      async post(request: ApiRequest, view: View) {
        const { key, apiKey } = await issue(keys, request, await request.data(schema))
        logKey('key.created', apiKey, request, view)
        return new ApiResponse(shownIssued()({ ...shownApiKey(apiKey), key }), 201, {
          Location: `${path}${apiKey.id}/`,
          'Cache-Control': 'no-store',
        })
      },
    },
    [`${path}:id/`]: detail,
  }
}

const shownIssued = once(() => serializer(issuedApiKeySchema()))

function logKey(
  event: SecurityEvent & `key.${string}`,
  { id, user, scopes }: ApiKey,
  { client }: Pick<ApiRequest, 'client'>,
  { settings }: View,
): void {
  const fields = { user: user.pk, apiKey: id, scopes, clientAddress: client.address }
  logSecurityEvent(settings.LOGGER, event, fields)
}

/** A key that leaked must not make others. */
const isUnscopedForKeys = {
  ...isUnscoped,
  message: new TranslatableMessage(
    'API keys are managed with a password, a session or a token, not with an API key.',
  ),
  code: 'insufficient_scope',
} satisfies Permission

function requirePath(path: string): void {
  if (/^\/(?:[^/:*?#]+\/)*$/.test(path)) return
  throw new ConfigurationError(
    `path of keyViews() must be a path with a slash at both ends, such as /keys/, not ${path}.`,
  )
}

/** The key, if it is the user's. Those of others do not exist for them. */
async function ofUser<U extends User>(
  user: unknown,
  finding: Promise<ApiKey<U> | null>,
): Promise<ApiKey<U> | null> {
  const apiKey = await finding
  return apiKey?.user.pk === (user as U).pk ? apiKey : null
}

/** @throws ValidationError when the store refuses a field, under its name in the body. */
async function issue<U extends User>(
  keys: Pick<ApiKeyStore<U>, 'create'>,
  { user }: ApiRequest,
  sent: z.infer<ReturnType<typeof newApiKeySchema>>,
): Promise<IssuedApiKey<U>> {
  const { name, scopes, expires, allowed_addresses: allowedAddresses } = sent
  try {
    return await keys.create(user as U, {
      name,
      scopes,
      // Undefined is the default of the store, and null is never.
      expires: typeof expires === 'string' ? new Date(expires) : expires,
      allowedAddresses,
    })
  } catch (error) {
    // The user was deleted since the request began.
    if (error instanceof UserNotFound) throw new NotFound(undefined, undefined, { cause: error })
    if (!(error instanceof InvalidApiKey)) throw error
    const field = error.field === 'allowedAddresses' ? 'allowed_addresses' : error.field
    throw new ValidationError({ [field]: [error.translatable] }, undefined, { cause: error })
  }
}
