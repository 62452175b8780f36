import { expect, it } from 'vitest'
import {
  type Account,
  createApi,
  isAuthenticated,
  memoryAccounts,
  type Settings,
  tokenAuthentication,
} from '../../src/index.ts'

/** Not called: only compiled. */
const compiled = (_work: () => unknown) => expect(true).toBe(true)

it('a setting that is misspelt does not compile, whatever stands beside it', () => {
  // @ts-expect-error PAGE_SIZ is not a setting
  compiled(() => createApi({ PAGE_SIZ: 20 }))
  compiled(() =>
    // @ts-expect-error PAGE_SIZ is not a setting
    createApi({ PAGE_SIZ: 20, DEFAULT_PERMISSION_CLASSES: [isAuthenticated] }),
  )
})

it('settings that are spread into others keep the types of the literal ones', () => {
  const { tokens } = memoryAccounts()
  const given: Settings = {}
  const api = createApi({
    ...given,
    DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })
  compiled(() => api.view({ get: ({ user }) => used(user) as never }))
})

it('settings of the type Settings do not say who is calling: nobody, as without schemes', () => {
  const given: Settings = {}
  const api = createApi(given)
  compiled(() =>
    api.view({
      get({ user }) {
        const isAnonymous: false = user.isAuthenticated
        return isAnonymous as never
      },
    }),
  )
})

const used = (user: Account) => user.username
