import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type Account,
  type AnonymousUser,
  type ApiRequest,
  ApiResponse,
  allOf,
  anyOf,
  arrayItems,
  basicAuthentication,
  createApi,
  type HttpRequest,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  memoryAccounts,
  not,
  type Permission,
  type Token,
  tokenAuthentication,
  type User,
} from '../../src/index.ts'

const { users, tokens } = memoryAccounts()
const authentication = [tokenAuthentication({ tokens }), basicAuthentication({ users })] as const

interface Librarian extends User {
  readonly shelf: string
}
const isLibrarian = {
  hasPermission: (request: ApiRequest): request is ApiRequest & { user: Librarian } =>
    typeof request.user === 'object' && request.user !== null && 'shelf' in request.user,
} satisfies Permission

describe('the user of a handler', () => {
  const open = createApi({ DEFAULT_AUTHENTICATION_CLASSES: authentication })
  const closed = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: authentication,
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })

  it('the user may be anonymous without a permission', () => {
    open.view({
      get: ({ user, auth }) => {
        expectTypeOf(user).toEqualTypeOf<Account | AnonymousUser>()
        expectTypeOf(auth).toEqualTypeOf<Token<Account> | null>()
        // @ts-expect-error the anonymous user has no created
        user.created
        // @ts-expect-error the pk may be null
        const pk: number = user.pk
        return new ApiResponse(pk)
      },
    })
  })

  it('the user is known behind isAuthenticated', () => {
    open.view({
      permissions: [isAuthenticated],
      get: ({ user }) => {
        expectTypeOf(user.pk).toEqualTypeOf<number>()
        expectTypeOf(user.created).toEqualTypeOf<Date>()
        return new ApiResponse(user.pk)
      },
    })
  })

  it('the user is known behind isAuthenticated of the settings', () => {
    closed.view({
      get: ({ user }) => new ApiResponse(user.created),
    })
    closed.view({
      permissions: [],
      // @ts-expect-error an empty list replaces the settings'
      get: ({ user }) => new ApiResponse(user.created),
    })
  })

  it('the user is known behind isAdminUser, and not behind isAuthenticatedOrReadOnly', () => {
    open.view({
      permissions: [isAdminUser],
      get: ({ user }) => new ApiResponse(user.created),
    })
    open.view({
      permissions: [isAuthenticatedOrReadOnly],
      // @ts-expect-error anonymous users may read
      get: ({ user }) => new ApiResponse(user.created),
    })
  })

  it('the user is narrowed by a type guard of the application', () => {
    open.view({
      permissions: [isLibrarian],
      get: ({ user }) => {
        expectTypeOf(user.shelf).toEqualTypeOf<string>()
        return new ApiResponse(user.created)
      },
    })
  })

  it('the user is narrowed through allOf, widened through anyOf, unchanged by not', () => {
    open.view({
      permissions: [allOf(isAuthenticated, isLibrarian)],
      get: ({ user }) => new ApiResponse([user.shelf, user.created]),
    })
    open.view({
      permissions: [anyOf(isAuthenticated, isLibrarian)],
      get: ({ user }) => {
        // @ts-expect-error only librarians have a shelf
        user.shelf
        return new ApiResponse(user.created)
      },
    })
    open.view({
      permissions: [not(isAuthenticated)],
      // @ts-expect-error nothing is shown
      get: ({ user }) => new ApiResponse(user.created),
    })
  })

  it('auth has the type of the schemes that can have authenticated the request', () => {
    const tokenOnly = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    tokenOnly.view({
      get: ({ auth }) => {
        expectTypeOf(auth).toEqualTypeOf<Token<Account>>()
        return new ApiResponse(auth.key)
      },
    })
  })

  it('follows UNAUTHENTICATED_USER and UNAUTHENTICATED_TOKEN', () => {
    const guests = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: authentication,
      UNAUTHENTICATED_USER: null,
      UNAUTHENTICATED_TOKEN: 'guest',
    })
    guests.view({
      get: ({ user, auth }) => {
        expectTypeOf(user).toEqualTypeOf<Account | null>()
        expectTypeOf(auth).toEqualTypeOf<Token<Account> | null | 'guest'>()
        return new ApiResponse()
      },
    })
    guests.view({
      permissions: [isAuthenticated],
      get: ({ user }) => new ApiResponse(user.created),
    })
  })

  it('the user may come from a scheme that is an object literal', () => {
    open.view({
      authentication: [
        {
          authenticate: ({ headers }: HttpRequest) =>
            headers.has('X-Robot')
              ? { user: { isAuthenticated: true as const, model: 'R2' }, auth: null }
              : null,
        },
      ],
      permissions: [isAuthenticated],
      get: ({ user }) => new ApiResponse(user.model),
    })
  })
})

describe('the generic views', () => {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: authentication,
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })
  interface Note {
    id: number
    title: string
    owner: number
  }
  const notes: Note[] = []

  it('narrow the user and infer items and data', () => {
    api.listView({
      items: ({ user }) => arrayItems(notes.filter(({ owner }) => owner === user.pk)),
      serialize: ({ id, title }) => ({ id, title }),
      schema: z.object({ title: z.string() }),
      create: ({ title }, { user }) => ({ id: 1, title, owner: user.pk }),
    })
    api.detailView({
      find: ({ params, user }) =>
        notes.find(({ id, owner }) => `${id}` === params.id && owner === user.pk) ?? null,
      schema: z.object({ title: z.string() }),
      update: (note, { title = note.title }) => ({ ...note, title }),
    })
  })

  it('the generic views refuse data that the schema does not have', () => {
    api.listView({
      items: arrayItems(notes),
      schema: z.object({ title: z.string() }),
      // @ts-expect-error the schema has no body
      create: ({ body }, { user }) => ({ id: 1, title: body, owner: user.pk }),
    })
  })
})
