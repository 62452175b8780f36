import type { Throttle, User, ViewOptions } from 'turnpike'
import { knownOptions, textWhere } from 'turnpike/kit'
import { blacklistView } from './blacklist.ts'
import type { JwtContext } from './context.ts'
import { obtainView } from './obtain.ts'
import { refreshView } from './refresh.ts'
import { verifyView } from './verify.ts'

/** Options of the views of simplejwt. */
export interface DjangoJwtViewsOptions {
  /** The path of the view that signs in; the others are below it. Default `/api/token/`. */
  path?: string
  /** Throttles. Default none. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
}

const djangoJwtViewsOptions = knownOptions<DjangoJwtViewsOptions>('views() of django.jwt()', {
  path: textWhere('a path that begins and ends with /', (path) =>
    /^\/(?:[\w.~%-]+\/)*$/.test(path),
  ),
  throttles: 'optional',
  throttleScope: 'optional',
})

export function jwtViews<U extends User>(
  context: JwtContext<U>,
  options: DjangoJwtViewsOptions = {},
): Readonly<Record<string, ViewOptions>> {
  djangoJwtViewsOptions.require(options)
  const { path = '/api/token/', throttles = [], throttleScope = null } = options
  const views = {
    [path]: obtainView(context),
    [`${path}refresh/`]: refreshView(context),
    [`${path}verify/`]: verifyView(context),
    ...(context.blacklist !== null && { [`${path}blacklist/`]: blacklistView(context) }),
  }
  return Object.fromEntries(
    Object.entries(views).map(([at, view]) => [at, { ...view, throttles, throttleScope }]),
  )
}
