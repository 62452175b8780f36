import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type ApiRequest,
  allOf,
  anyOf,
  arrayItems,
  arrayStore,
  charField,
  createApi,
  type ItemSet,
  isAuthenticated,
  not,
  type Permission,
  pageNumberPagination,
  routes,
} from '../../src/index.ts'
import type { Condition } from '../../src/items/conditions/condition.ts'
import { showsTooMuch } from '../../src/permissions/scope.ts'

interface Note {
  id: number
  owner: string
  title: string
}

const notes = (): Note[] => [
  { id: 1, owner: 'ann', title: 'Buy milk' },
  { id: 2, owner: 'ben', title: 'Sell milk' },
  { id: 3, owner: 'ann', title: 'Sleep' },
]

/** The user is whom the header names. */
const byHeader = {
  authenticate: ({ headers }: ApiRequest) => {
    const username = headers.get('X-User')
    return username === null ? null : { user: { username, isAuthenticated: true }, auth: null }
  },
}

const usernameOf = ({ user }: ApiRequest) => (user as { username: string }).username

const ownNotes = {
  hasPermission: () => true,
  scope: (request: ApiRequest): Condition<keyof Note> => ({
    field: 'owner',
    operator: '=',
    value: usernameOf(request),
  }),
} satisfies Permission

function serve(permissions: readonly Permission[], array = notes()) {
  const store = arrayStore<Note>(array)
  const schema = z.object({ title: charField(), owner: charField() })
  const api = createApi({
    LOGGER: silentLogger,
    DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
    DEFAULT_PERMISSION_CLASSES: permissions,
  })
  return testClient(
    routes(api, {
      '/notes/': api.listView({ store, schema }),
      '/pages/': api.listView({ store, pagination: pageNumberPagination({ pageSize: 1 }) }),
      '/notes/:id/': api.detailView({ store, schema }),
      '/found/:id/': api.detailView({
        find: ({ params }) => array.find(({ id }) => String(id) === params.id) ?? null,
      }),
    }),
    { headers: { 'X-User': 'ann' } },
  )
}

const idsOf = async (response: Response) => ((await response.json()) as Note[]).map(({ id }) => id)

describe('the scope of a permission', () => {
  it('a list contains the items in the scope, and counts those', async () => {
    const client = serve([ownNotes])

    expect(await idsOf(await client.get('/notes/'))).toEqual([1, 3])
    expect(await idsOf(await client.get('/notes/', { headers: { 'X-User': 'ben' } }))).toEqual([2])
    expect(await (await client.get('/pages/')).json()).toMatchObject({
      count: 2,
      results: [{ id: 1 }],
    })
    expect((await client.get('/pages/?page=3')).status).toBe(404)
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s of an item outside of the scope is a 404, as if it did not exist',
    async (method) => {
      const array = notes()
      const client = serve([ownNotes], array)
      const json =
        method === 'GET' || method === 'HEAD' ? {} : { json: { title: 'x', owner: 'ann' } }

      const hidden = await client.request(method, '/notes/2/', json)
      const missing = await client.request(method, '/notes/9/', json)
      expect(hidden.status).toBe(404)
      expect(await hidden.text()).toBe(await missing.text())
      expect([...hidden.headers]).toEqual([...missing.headers])
      expect(array).toEqual(notes())
    },
  )

  it('an item in the scope is read, changed and removed as ever', async () => {
    const client = serve([ownNotes])

    expect((await client.get('/notes/1/')).status).toBe(200)
    expect((await client.patch('/notes/1/', { json: { title: 'x' } })).status).toBe(200)
    expect((await client.delete('/notes/1/')).status).toBe(204)
  })

  it('the scope also narrows an item that the view finds by itself', async () => {
    const client = serve([ownNotes])

    expect((await client.get('/found/1/')).status).toBe(200)
    expect((await client.get('/found/2/')).status).toBe(404)
  })

  it('a scope of null has every item, one of no alternatives has none', async () => {
    const all = serve([{ hasPermission: () => true, scope: async () => null }])
    const none = serve([{ hasPermission: () => true, scope: () => ({ any: [] }) }])

    expect(await idsOf(await all.get('/notes/'))).toEqual([1, 2, 3])
    expect((await all.get('/notes/2/')).status).toBe(200)
    expect(await idsOf(await none.get('/notes/'))).toEqual([])
    expect((await none.get('/notes/2/')).status).toBe(404)
  })

  it('the scopes of several permissions must all have the item', async () => {
    const short: Permission = {
      hasPermission: () => true,
      scope: () => ({ field: 'title', operator: 'contains', value: 'milk' }),
    }
    const client = serve([isAuthenticated, ownNotes, short])

    expect(await idsOf(await client.get('/notes/'))).toEqual([1])
    expect((await client.get('/notes/3/')).status).toBe(404)
  })

  it('a permission with the scope null shows every item in lists, and checks single ones', async () => {
    const rule = { hasPermission: () => true, hasObjectPermission: () => false }
    for (const permission of [rule, { ...rule, scope: null }]) {
      const client = serve([permission])
      expect(await idsOf(await client.get('/notes/'))).toEqual([1, 2, 3])
      expect((await client.get('/notes/2/')).status).toBe(403)
    }
  })

  it('a scope is not called for a request that a permission denies', async () => {
    const scope = () => {
      throw new Error('not reached')
    }
    const client = serve([{ hasPermission: () => true, scope }, { hasPermission: () => false }])

    expect((await client.get('/notes/')).status).toBe(403)
    expect((await client.get('/notes/1/')).status).toBe(403)
  })

  it('an object rule decides on the items in the scope, with a 403', async () => {
    const readOnly: Permission = {
      ...ownNotes,
      hasObjectPermission: ({ method }) => method === 'GET',
    }
    const client = serve([readOnly])

    expect((await client.get('/notes/1/')).status).toBe(200)
    expect((await client.delete('/notes/1/')).status).toBe(403)
    expect((await client.delete('/notes/2/')).status).toBe(404)
  })

  it.each([
    undefined,
    true,
    {},
    [],
    { field: 'owner', operator: '=', value: undefined },
    { field: 'owner', operator: '=', value: null },
    { field: 'owner', operator: 'in', value: 'ann' },
    { field: 'owner', operator: 'in', value: [undefined] },
    { field: 'owner', operator: '!=', value: 'ann' },
    { not: { field: 'owner', operator: '=', value: undefined } },
    { any: [{ all: [] }, { field: 'owner' }] },
    { field: 'id', operator: '<', value: Number.NaN },
    { field: 'owner', operator: 'contains', value: 7 },
  ])('a scope that is no condition shows nothing (case %#)', async (wrong) => {
    const client = serve([{ hasPermission: () => true, scope: () => wrong as never }])

    expect((await client.get('/notes/')).status).toBe(500)
    expect((await client.get('/notes/1/')).status).toBe(500)
  })

  it('a view whose items cannot be narrowed has no permissions with a scope', () => {
    const { where: _, ...items } = arrayItems(notes())
    const { meets: __, ...store } = arrayStore(notes())
    const api = createApi({ DEFAULT_PERMISSION_CLASSES: [ownNotes] })

    expect(() => api.listView({ name: 'Notes', items })).toThrow(
      'The view Notes has a permission with a scope, but its items have no where()',
    )
    expect(() => api.detailView({ name: 'Note', store })).toThrow(
      'The view Note has a permission with a scope, but its store has no meets()',
    )
    expect(api.listView({ items, permissions: [] })).toBeDefined()
  })

  it('items of a function that cannot be narrowed are not shown', async () => {
    const { where: _, ...items } = arrayItems(notes())
    const api = createApi({ DEFAULT_PERMISSION_CLASSES: [ownNotes], LOGGER: silentLogger })
    const list = api.listView({ items: (): ItemSet<Note> => items })

    expect((await testClient(routes(api, { '/': list })).get('/')).status).toBe(500)
  })
})

describe('the scope of a combination', () => {
  const users = ['ann', 'ben']
  const ids = [0, 1, 2, 3]

  /** A leaf knows which users it lets pass, and which items of each. */
  interface Leaf {
    passes: string[]
    /** Undefined: none. Null: every item. */
    scope: number[] | null | undefined
    /** Undefined: none. */
    rule: number[] | undefined
  }
  type Tree = Leaf | { allOf: Tree[] } | { anyOf: Tree[] } | { not: Tree }

  const someIds = fc.subarray(ids)
  const leaf: fc.Arbitrary<Leaf> = fc.record({
    passes: fc.subarray(users, { minLength: 1 }),
    scope: fc.option(fc.option(someIds), { nil: undefined }),
    rule: fc.option(someIds, { nil: undefined }),
  })
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.record({ allOf: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ anyOf: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  }))

  function permissionOf(tree: Tree): Permission {
    if ('allOf' in tree) return allOf(...tree.allOf.map(permissionOf))
    if ('anyOf' in tree) return anyOf(...tree.anyOf.map(permissionOf))
    if ('not' in tree) return not(permissionOf(tree.not))
    const { passes, scope, rule } = tree
    return {
      hasPermission: (request) => passes.includes(usernameOf(request)),
      ...(scope !== undefined && {
        scope: () => scope && { field: 'id', operator: 'in', value: scope },
      }),
      ...(rule && {
        hasObjectPermission: (_: ApiRequest, item: unknown) => rule.includes((item as Note).id),
      }),
    }
  }

  const passes = (tree: Tree, user: string): boolean => {
    if ('allOf' in tree) return tree.allOf.every((part) => passes(part, user))
    if ('anyOf' in tree) return tree.anyOf.some((part) => passes(part, user))
    if ('not' in tree) return !passes(tree.not, user)
    return tree.passes.includes(user)
  }
  /** Whether one line of reasoning grants the item: the same permissions from top to bottom. */
  const grants = (tree: Tree, user: string, id: number): boolean => {
    if ('allOf' in tree) return tree.allOf.every((part) => grants(part, user, id))
    if ('anyOf' in tree) return tree.anyOf.some((part) => grants(part, user, id))
    // Whom the permission lets pass is denied, so only what others may see is left.
    if ('not' in tree) return !passes(tree.not, user) && isOutside(tree.not, user, id)
    const { scope, rule } = tree
    return (
      passes(tree, user) &&
      (!scope || scope.includes(id)) &&
      (rule === undefined || rule.includes(id))
    )
  }
  const isOutside = (tree: Tree, user: string, id: number): boolean => {
    const permission = permissionOf(tree)
    if (permission.scope === undefined) {
      return permission.hasObjectPermission === undefined || !isInRule(tree, user, id)
    }
    return !isInScope(tree, user, id)
  }
  const isInScope = (tree: Tree, user: string, id: number): boolean => {
    if ('allOf' in tree) return tree.allOf.every((part) => isInScope(part, user, id))
    if ('anyOf' in tree) {
      return (
        permissionOf(tree).scope === undefined ||
        tree.anyOf.some((part) => passes(part, user) && isInScope(part, user, id))
      )
    }
    if ('not' in tree) {
      return permissionOf(tree.not).scope === undefined || !isInScope(tree.not, user, id)
    }
    return !tree.scope || tree.scope.includes(id)
  }
  const isInRule = (tree: Tree, user: string, id: number): boolean => {
    if ('allOf' in tree) return tree.allOf.every((part) => isInRule(part, user, id))
    if ('anyOf' in tree) {
      const hasRule = permissionOf(tree).hasObjectPermission !== undefined
      return (
        !hasRule ||
        tree.anyOf.some(
          (part) => passes(part, user) && isInRule(part, user, id) && isInScope(part, user, id),
        )
      )
    }
    if ('not' in tree) {
      const { scope, hasObjectPermission } = permissionOf(tree.not)
      return scope !== undefined || !hasObjectPermission || !isInRule(tree.not, user, id)
    }
    return tree.rule === undefined || tree.rule.includes(id)
  }

  const items = ids.map((id) => ({ id, owner: 'ann', title: 'x' }))

  /** The items that the list contains and those that the detail view answers; null: 403. */
  async function seen(permission: Permission, user: string) {
    const client = serve([permission], items)
    const headers = { 'X-User': user }
    const list = await client.get('/notes/', { headers })
    const listed = list.status === 403 ? null : await idsOf(list)
    const opened: number[] = []
    for (const id of ids) {
      const { status } = await client.get(`/notes/${id}/`, { headers })
      expect([200, 403, 404]).toContain(status)
      if (status === 200) opened.push(id)
    }
    return { listed, opened }
  }

  it('a combination opens exactly the items that its permissions grant', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...users), async (tree, user) => {
        const { opened } = await seen(permissionOf(tree), user)
        expect(opened).toEqual(ids.filter((id) => grants(tree, user, id)))
      }),
      { numRuns: 300 },
    )
  })

  /** Rules that deny nothing that the scope shows. */
  const agreeing = (tree: Tree): Tree => {
    if ('allOf' in tree) return { allOf: tree.allOf.map(agreeing) }
    if ('anyOf' in tree) return { anyOf: tree.anyOf.map(agreeing) }
    if ('not' in tree) return { not: agreeing(tree.not) }
    const { scope, rule } = tree
    return { ...tree, rule: rule && scope !== undefined ? [...rule, ...(scope ?? ids)] : rule }
  }

  it('a list contains exactly the items that the detail view opens, unless turnpike check reports it', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...users), async (tree, user) => {
        const permission = permissionOf(agreeing(tree))
        fc.pre(!showsTooMuch(permission))
        const { listed, opened } = await seen(permission, user)
        if (listed === null) expect(opened).toEqual([])
        else expect(listed).toEqual(opened)
        if (listed?.length) compared++
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('a combination shows too much if a part checks items without a scope', () => {
    const ruled: Permission = { hasPermission: () => true, hasObjectPermission: () => true }

    expect([ruled, allOf(ownNotes, ruled), anyOf(ownNotes, ruled)].map(showsTooMuch)).toEqual([
      true,
      true,
      true,
    ])
    expect(showsTooMuch({ ...allOf(anyOf(ruled, ownNotes)), message: 'No.' })).toBe(true)
    expect(showsTooMuch(not(ruled))).toBe(true)
    const complete = [ownNotes, isAuthenticated, allOf(ownNotes), { ...ruled, scope: null }]
    expect(complete.map(showsTooMuch)).toEqual([false, false, false, false])
  })

  it('an item that one permission shows and only another one allows is denied', async () => {
    const milk: Permission = {
      hasPermission: () => true,
      scope: () => ({ field: 'title', operator: 'contains', value: 'milk' }),
      hasObjectPermission: () => false,
    }
    const client = serve([anyOf(ownNotes, milk)])

    expect((await client.get('/notes/1/')).status).toBe(200)
    expect((await client.get('/notes/2/')).status).toBe(403)
  })
})
