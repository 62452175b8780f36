import { allowAny, type View } from 'turnpike'
import { audienceOfAll } from 'turnpike/internal/permissions/audience'
import { asksForScope } from 'turnpike/internal/permissions/require-scope'
import { readingMethods } from 'turnpike/kit'
import type { Check } from '../finding.ts'
import { named, pathsWhere } from '../paths.ts'

/** `views.writable` */
export const writesAreGuarded: Check = {
  isForDeploy: false,
  find({ views }) {
    const paths = pathsWhere(views, (view) => !isOpenOnPurpose(view) && anybodyMayWrite(view))
    if (paths.length === 0) return []
    return [
      {
        id: 'views.writable',
        severity: 'warning',
        message: `Anybody may write at ${named(paths)}, without credentials: no permission forbids it.`,
        remedy:
          'Set DEFAULT_PERMISSION_CLASSES, or permissions of the view. If it is meant: permissions: [allowAny].',
      },
    ]
  },
}

/** `credentials.unscoped` */
export const scopesAreAskedFor: Check = {
  isForDeploy: true,
  find({ views }) {
    const paths = pathsWhere(
      views,
      (view) => view.authentication.some(({ isScoped }) => isScoped) && ignoresScopes(view),
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'credentials.unscoped',
        severity: 'warning',
        message: `Credentials of any scope may do everything at ${named(paths)}, even those without a scope: no permission asks for one.`,
        remedy:
          "Add requireScope() for such credentials, or isUnscoped to refuse them, to the permissions of the view, or set SCOPED_CREDENTIALS to 'declared', which refuses them wherever no permission asks for a scope.",
      },
    ]
  },
}

/** The view itself says so: the default of the settings may only have been forgotten. */
const isOpenOnPurpose = ({ permissions, settings }: View): boolean =>
  permissions !== settings.DEFAULT_PERMISSION_CLASSES &&
  permissions.some(({ hasPermission }) => hasPermission === allowAny.hasPermission)

const anybodyMayWrite = ({ permissions, handlers }: View): boolean =>
  [...handlers.keys()].some(
    (method) => !readingMethods.has(method) && audienceOfAll(permissions, method) === 'everybody',
  )

/** A permission of the application's own may look at scopes; only the built-in ones are known. */
const ignoresScopes = ({ permissions, handlers }: View): boolean =>
  !permissions.some(asksForScope) &&
  [...handlers.keys()].some((method) => {
    const audience = audienceOfAll(permissions, method)
    return audience === 'users' || (audience === 'some-users' && permissions.every(knowsAudience))
  })

const knowsAudience = ({ audience }: View['permissions'][number]): boolean => audience !== undefined
