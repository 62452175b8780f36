import { isSessionDirectory, type SessionDirectory } from '../../accounts/session-directory.ts'
import type { User } from '../../accounts/user.ts'
import { ApiException } from '../../errors/api-exception.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { NotFound } from '../../errors/exceptions.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { ApiResponse } from '../../http/response.ts'
import { formParser } from '../../parsing/form.ts'
import { multipartParser } from '../../parsing/multipart.ts'
import type { Permission } from '../../permissions/permission.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { metadata } from '../../views/metadata/metadata.ts'
import type { Handler, ViewOptions } from '../../views/view.ts'
import { pageRenderer } from '../page-renderer.ts'
import { type SiteOptions, siteOptions } from '../site.ts'
import { type AdminKeyOptions, adminKeyOptions, adminKeysOf } from './keys/admin-key-options.ts'
import type { AdminKeys } from './keys/admin-keys.ts'
import { createKey, createKeyForm } from './keys/create-key.ts'
import { keyList } from './keys/key-list.ts'
import { sortableFields as sortableKeyFields } from './keys/key-table.ts'
import { revokeAllForm, revokeAllKeys, revokeKey, revokeKeyForm } from './keys/revoke-keys.ts'
import { overview } from './overview.ts'
import { endSession, endSessionForm } from './sessions/end-session.ts'
import { sessionList } from './sessions/session-list.ts'
import { sortableFields as sortableSessionFields } from './sessions/session-table.ts'
import { askedByHandlers, auditedSessions, forStaff } from './staff-only.ts'
import {
  createToken,
  regenerateForm,
  regenerateToken,
  revealToken,
  revokeForm,
  revokeToken,
} from './tokens/token-actions.ts'
import { tokenList } from './tokens/token-list.ts'
import { addUser, addUserForm } from './users/add-user.ts'
import { changePassword, passwordForm } from './users/change-password.ts'
import { endSessions, endSessionsForm } from './users/end-sessions.ts'
import { activate, deactivate, deactivateForm } from './users/user-activity.ts'
import { userList } from './users/user-list.ts'
import { updateUser, userPage } from './users/user-page.ts'
import { sortableFields } from './users/user-table.ts'
import { type Admin, adminUrls, type UserVisit, type Visit } from './visit.ts'

/** Options of `adminViews`. */
export interface AdminOptions<U extends User> extends SiteOptions, AdminKeyOptions<U> {
  /** The users to administer. */
  users: Admin<U>['users']
  /** The store of their tokens. */
  tokens: Admin<U>['tokens']
  /** The store of their sessions, by which staff sign in. Nothing else is accepted. */
  sessions: Admin<U>['sessions']
  /** The path of the admin, with a slash at both ends. Default `/admin/`. */
  path?: string
  /** The path of `loginView`. Default `/login/`. */
  loginUrl?: string
  /** Further permissions, checked first, for example by address. Default none. */
  permissions?: readonly Permission[]
  /** Default: those of the settings. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
  /** The keyword given to `tokenAuthentication`. Default `Token`. */
  tokenKeyword?: string
}

export const adminOptions = knownOptions<AdminOptions<User>>('adminViews()', {
  ...siteOptions,
  users: 'required',
  tokens: 'required',
  sessions: 'required',
  ...adminKeyOptions,
  path: 'optional',
  permissions: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
  tokenKeyword: 'optional',
})

/**
 * The views of the admin by path, to be spread into those of `routes()`. Staff can list, add and
 * change users, list and end their sessions, create, show and revoke their tokens, and create and
 * revoke their API keys.
 *
 * Only a session gives access. Every form needs the CSRF token, irreversible actions ask for
 * confirmation, and each action is logged with `audit: true`.
 *
 * @throws ConfigurationError when an option is unknown or the path is invalid.
 */
export function adminViews<U extends User>(options: AdminOptions<U>): Record<string, ViewOptions> {
  adminOptions.require(options)
  const { users, tokens, sessions, path = '/admin/', tokenKeyword = 'Token', ...rest } = options
  const { permissions = [], throttles, throttleScope = null, ...others } = rest
  const { keys: _keys, keyScopes: _scopes, keyHeader: _header, keyKeyword: _word, ...site } = others
  requirePath(path)
  requireDirectory(users)
  const { loginUrl = '/login/', logoutUrl = '/logout/' } = site
  const renderer = pageRenderer({ ...site, loginUrl, logoutUrl })
  const keys = adminKeysOf(options)
  const directory = isSessionDirectory(sessions) ? sessions : null
  const urls = adminUrls(path)
  const admin: Admin<U> = { users, tokens, sessions, directory, keys, tokenKeyword, urls }

  const policies: ViewOptions = {
    name: 'Admin',
    page: 'admin',
    authentication: [auditedSessions({ sessions })],
    permissions: [...permissions, askedByHandlers],
    ...(throttles && { throttles }),
    throttleScope,
    renderers: [{ ...renderer, headers: { ...renderer.headers, 'Cache-Control': 'no-store' } }],
    parsers: [formParser(), multipartParser()],
    pagination: null,
    atomic: false,
  }
  const page = (get: VisitHandler<U>, post?: VisitHandler<U>): ViewOptions => ({
    ...policies,
    get: forStaff(admin, loginUrl, get),
    options: forStaff(admin, loginUrl, ({ request, view }) => metadata(request, view)),
    ...(post && { post: forStaff(admin, loginUrl, post) }),
  })
  const userPages = (get: UserHandler<U>, post?: UserHandler<U>) =>
    page(aboutUser(get), post && aboutUser(post))
  /** A GET of the URL of an action redirects to the user. */
  const action = (post: UserHandler<U>) => userPages(toUser, post)
  const toPath = () => found(path)
  const user = `${path}users/:pk/`
  const sessionPages = (directory: SessionDirectory<U>): Record<string, ViewOptions> => ({
    [`${path}sessions/`]: {
      ...page((visit) => sessionList(visit, directory)),
      orderingFilter: { fields: sortableSessionFields },
    },
    [`${user}sessions/:digest/end/`]: userPages(
      (visit) => endSessionForm(visit, directory),
      (visit) => endSession(visit, directory),
    ),
  })
  const keyPages = (keys: AdminKeys<U>): Record<string, ViewOptions> => {
    const ask = (handle: KeyHandler<U>) => (visit: UserVisit<U>) => handle(visit, keys)
    return {
      [`${path}keys/`]: {
        ...page((visit) => keyList(visit, keys)),
        orderingFilter: { fields: sortableKeyFields },
      },
      [`${user}keys/add/`]: userPages(ask(createKeyForm), ask(createKey)),
      [`${user}keys/revoke/`]: userPages(ask(revokeAllForm), ask(revokeAllKeys)),
      [`${user}keys/:id/revoke/`]: userPages(ask(revokeKeyForm), ask(revokeKey)),
    }
  }

  return {
    ...(path !== '/' && { [path.slice(0, -1)]: { ...policies, get: toPath, options: toPath } }),
    [path]: page(overview),
    [`${path}users/`]: { ...page(userList), orderingFilter: { fields: sortableFields } },
    [`${path}users/add/`]: page(addUserForm, addUser),
    [user]: userPages(userPage, updateUser),
    [`${user}password/`]: userPages(passwordForm, changePassword),
    [`${user}deactivate/`]: userPages(deactivateForm, deactivate),
    [`${user}activate/`]: action(activate),
    [`${user}end-sessions/`]: userPages(endSessionsForm, endSessions),
    [`${user}token/create/`]: action(createToken),
    [`${user}token/reveal/`]: action(revealToken),
    [`${user}token/regenerate/`]: userPages(regenerateForm, regenerateToken),
    [`${user}token/revoke/`]: userPages(revokeForm, revokeToken),
    ...(directory && sessionPages(directory)),
    [`${path}tokens/`]: page(tokenList),
    ...(keys && keyPages(keys)),
  }
}

type Answer = ReturnType<Handler>
type VisitHandler<U extends User> = (visit: Visit<U>) => Answer
type UserHandler<U extends User> = (visit: UserVisit<U>) => Answer
type KeyHandler<U extends User> = (visit: UserVisit<U>, keys: AdminKeys<U>) => Answer

/** A page about the user with the pk in the path. */
const aboutUser =
  <U extends User>(handle: UserHandler<U>): VisitHandler<U> =>
  async (visit) => {
    const { users } = visit.admin
    const pk = visit.request.params.pk ?? ''
    const subject = await users.findByPk(pk)
    if (subject === null) throw new NotFound(gone)

    try {
      return await handle({ ...visit, subject })
    } catch (error) {
      // A store need not report that the user has been removed meanwhile.
      const isGone = !(error instanceof ApiException) && (await users.findByPk(pk)) === null
      throw isGone ? new NotFound(gone, undefined, { cause: error }) : error
    }
  }

const gone = 'The user does not exist, or has been removed.'

const found = (location: string) =>
  new ApiResponse(undefined, 302, { Location: location, 'Cache-Control': 'no-store' })

const toUser = ({ admin, subject }: UserVisit): ApiResponse => found(admin.urls.user(subject))

function requirePath(path: string): void {
  if (/^\/(?:[\w.~-]+\/)*$/.test(path)) return
  throw new ConfigurationError(
    `adminViews() needs a path such as /admin/, with a slash at both ends, not ${JSON.stringify(path)}.`,
  )
}

/** JavaScript callers may pass a user store that can only sign users in. */
function requireDirectory(users: object): void {
  if (['search', 'findByPk', 'update'].every((method) => method in users)) return
  throw new ConfigurationError(
    'adminViews() needs a UserDirectory as users, with search(), findByPk() and update().',
  )
}
