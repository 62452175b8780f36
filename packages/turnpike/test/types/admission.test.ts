import { describe, expectTypeOf, it } from 'vitest'
import {
  type Account,
  type AnonymousUser,
  authenticate,
  createApi,
  isAuthenticated,
  memoryAccounts,
  type Token,
  tokenAuthentication,
} from '../../src/index.ts'

const { tokens } = memoryAccounts()
const authentication = [tokenAuthentication({ tokens })] as const
const request = new Request('https://api.example.com/')

describe('the user of what is no view', () => {
  const open = createApi({ DEFAULT_AUTHENTICATION_CLASSES: authentication })
  const closed = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: authentication,
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })

  it('an admitted user may be anonymous without a permission', async () => {
    const admission = await authenticate(open, request)
    if (!admission.allowed) return
    expectTypeOf(admission.user).toEqualTypeOf<Account | AnonymousUser>()
    expectTypeOf(admission.auth).toEqualTypeOf<Token<Account> | null>()
  })

  it('an admitted user is known behind isAuthenticated, of the settings or of the policies', async () => {
    const byPolicies = await authenticate(open, request, { permissions: [isAuthenticated] })
    if (byPolicies.allowed) expectTypeOf(byPolicies.user.pk).toEqualTypeOf<number>()
    const bySettings = await authenticate(closed, request)
    if (bySettings.allowed) {
      expectTypeOf(bySettings.user.pk).toEqualTypeOf<number>()
      expectTypeOf(bySettings.request.user.created).toEqualTypeOf<Date>()
    }
  })

  it('a refused request has no user, and an admitted one no response', async () => {
    const admission = await authenticate(closed, request)
    // @ts-expect-error it may be refused
    admission.user
    if (admission.allowed) {
      // @ts-expect-error it is let in
      admission.response
    } else expectTypeOf(admission.response).toEqualTypeOf<Response>()
  })
})
