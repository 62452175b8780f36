import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  allOf,
  anyOf,
  checkObjectPermissions,
  not,
  type Permission,
  PermissionDenied,
  type Scheme,
  type View,
} from '../../src/index.ts'

const known: Scheme = {
  authenticate: () => ({ user: { isAuthenticated: true }, auth: null }),
  challenge: () => 'Card',
}
const unknown: Scheme = { authenticate: () => null, challenge: () => 'Card' }
const closed: Permission = {
  hasPermission: () => false,
  message: 'The library is closed.',
  code: 'library_closed',
}

const denial = async (permissions: readonly Permission[], authentication: readonly Scheme[]) => {
  const view = { permissions, authentication, get: () => new ApiResponse('secret') }
  const response = await oneView(view).get('/')
  return { status: response.status, body: await response.json() }
}

describe('a permission that refuses', () => {
  it('an unauthenticated request is NotAuthenticated, without the message of the permission', async () => {
    expect(await denial([closed], [unknown])).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    })
  })

  it('an authenticated one is PermissionDenied, with its message', async () => {
    expect(await denial([closed], [known])).toEqual({
      status: 403,
      body: { detail: 'The library is closed.' },
    })
  })

  it('a permission without a message refuses with the default one', async () => {
    expect(await denial([{ hasPermission: () => false }], [known])).toEqual({
      status: 403,
      body: { detail: 'You do not have permission to perform this action.' },
    })
  })

  it('a permission on a view without schemes refuses with 403 and its message, because signing in would not help', async () => {
    expect(await denial([closed], [])).toEqual({
      status: 403,
      body: { detail: 'The library is closed.' },
    })
  })

  it('gives its code, or the default one', async () => {
    const codeOf = async (permission: Permission) => {
      let codes: unknown
      const EXCEPTION_HANDLER = (error: unknown) => {
        codes = error instanceof PermissionDenied && error.codes
        return new ApiResponse()
      }
      const view = { permissions: [permission], get: () => new ApiResponse() }
      await oneView(view, { EXCEPTION_HANDLER }).get('/')
      return codes
    }

    expect(await codeOf(closed)).toBe('library_closed')
    expect(await codeOf({ hasPermission: () => false })).toBe('permission_denied')
  })

  it('a permission may promise its answer', async () => {
    expect((await denial([{ hasPermission: async () => false }], [known])).status).toBe(403)
    expect((await denial([{ hasPermission: async () => true }], [known])).status).toBe(200)
  })
})

describe('the answer of a permission', () => {
  /** The status of a permission that answers so, and what was logged. */
  async function answered(permissions: readonly Permission[]) {
    const logged: unknown[] = []
    const error = (fields: { err?: unknown }) => void logged.push(String(fields.err))
    const LOGGER = { ...silentLogger, error }
    const get = async (request: ApiRequest, view: View) => {
      await checkObjectPermissions(view, request, {})
      return new ApiResponse('secret')
    }
    const view = { permissions, authentication: [known], get }
    return [(await oneView(view, { LOGGER }).get('/')).status, logged]
  }

  const wrong: [kind: string, answer: unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['a value of the type number', 1],
    ['a value of the type object', {}],
    ['undefined', Promise.resolve()],
    ['a value of the type string', Promise.resolve('yes')],
  ]

  it.each(wrong)(
    'a hasPermission that answers %s (%o) is an error that names it',
    async (kind, answer) => {
      const isOpen = { name: 'isOpen', hasPermission: () => answer } as unknown as Permission
      const message = `ConfigurationError: hasPermission of the permission isOpen must return true or false, not ${kind}.`
      for (const permission of [isOpen, allOf(isOpen), anyOf(isOpen), not(isOpen)])
        expect(await answered([permission])).toEqual([500, [message]])
      expect(await answered([{ hasPermission: async () => true }, isOpen])).toEqual([
        500,
        [message],
      ])
    },
  )

  it.each(wrong)(
    'a hasObjectPermission that answers %s (%o) is an error that names it',
    async (kind, answer) => {
      const isOwn = {
        name: 'isOwn',
        hasPermission: () => true,
        hasObjectPermission: () => answer,
      } as unknown as Permission
      const message = `ConfigurationError: hasObjectPermission of the permission isOwn must return true or false, not ${kind}.`
      for (const permission of [isOwn, allOf(isOwn), anyOf(isOwn)])
        expect(await answered([permission])).toEqual([500, [message]])
    },
  )

  it('a permission that answers undefined is an error where refusals are explained', async () => {
    const isOpen = { name: 'isOpen', hasPermission: () => undefined } as unknown as Permission
    const view = { permissions: [isOpen], get: () => new ApiResponse('secret') }
    expect((await oneView(view, { EXPLAIN_REFUSALS: true }).get('/')).status).toBe(500)
  })
})

describe('the permissions of a view', () => {
  it('permissions are asked in order, and the first refusal ends the request', async () => {
    const asked: string[] = []
    const asking = (name: string, passes: boolean): Permission => ({
      message: name,
      hasPermission() {
        asked.push(name)
        return passes
      },
    })

    const { body } = await denial(
      [asking('first', true), asking('second', false), asking('third', false)],
      [known],
    )
    expect(body).toEqual({ detail: 'second' })
    expect(asked).toEqual(['first', 'second'])
  })

  it('a view without permissions lets the request pass', async () => {
    expect((await denial([], [unknown])).status).toBe(200)
  })

  it('permissions see the authenticated user', async () => {
    const isAnn: Permission = {
      hasPermission: ({ user }) => (user as { username?: string } | null)?.username === 'ann',
    }
    const giving = (username: string): Scheme => ({
      authenticate: () => ({ user: { username }, auth: null }),
    })
    expect((await denial([isAnn], [giving('ann')])).status).toBe(200)
    expect((await denial([isAnn], [giving('bob')])).status).toBe(403)
  })
})

describe('object permissions', () => {
  const shelf: Permission = {
    hasPermission: () => true,
    hasObjectPermission: (_request, item) => item === 'open shelf',
    message: 'That shelf is locked.',
  }
  const fetching = async (
    item: string,
    permissions: readonly Permission[],
    authentication: readonly Scheme[],
  ) => {
    const response = await oneView({
      permissions,
      authentication,
      async get(request, view) {
        await checkObjectPermissions(view, request, item)
        return new ApiResponse(item)
      },
    }).get('/')
    return { status: response.status, body: await response.json() }
  }

  it('object permissions refuse like permissions do: 401, or 403 with the message', async () => {
    expect(await fetching('open shelf', [shelf], [unknown])).toMatchObject({ status: 200 })
    expect(await fetching('locked shelf', [shelf], [unknown])).toEqual({
      status: 401,
      body: { detail: 'Authentication credentials were not provided.' },
    })
    expect(await fetching('locked shelf', [shelf], [known])).toEqual({
      status: 403,
      body: { detail: 'That shelf is locked.' },
    })
    expect(await fetching('locked shelf', [shelf], [])).toMatchObject({ status: 403 })
  })

  it('object permissions must all agree, and a permission without one allows every item', async () => {
    const open: Permission = { hasPermission: () => true }

    expect(await fetching('locked shelf', [open], [known])).toMatchObject({ status: 200 })
    expect(await fetching('locked shelf', [open, shelf], [known])).toMatchObject({ status: 403 })
  })

  it('object permissions may promise their answer', async () => {
    const slow: Permission = {
      hasPermission: () => true,
      hasObjectPermission: async () => false,
    }
    expect(await fetching('open shelf', [slow], [known])).toMatchObject({ status: 403 })
  })
})
