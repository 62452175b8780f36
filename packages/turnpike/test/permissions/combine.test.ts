import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  allOf,
  anyOf,
  arrayItems,
  createApi,
  not,
  type Permission,
  routes,
} from '../../src/index.ts'

/** What a request may do under the permission: `list` asks it alone, `item` for the item too. */
async function passes(permission: Permission): Promise<{ list: boolean; item: boolean }> {
  const api = createApi({ DEFAULT_PERMISSION_CLASSES: [permission] })
  const app = routes(api, {
    '/list/': api.listView({ items: arrayItems([]) }),
    '/item/': api.detailView({ find: () => ({}) }),
  })
  const passed = async (path: string) => (await testClient(app).get(path)).status === 200
  return { list: await passed('/list/'), item: await passed('/item/') }
}

const asked: string[] = []
const asking = (name: string, answer: boolean): Permission => ({
  async hasPermission() {
    asked.push(name)
    return answer
  },
})
const yes = asking('yes', true)
const no = asking('no', false)

/** Lets the request pass and decides on the item. */
const onItem = (answer: boolean, request = true): Permission => ({
  hasPermission: () => request,
  hasObjectPermission: async () => answer,
})

const both = { list: true, item: true }
const neither = { list: false, item: false }
const listOnly = { list: true, item: false }

describe('allOf', () => {
  it('passes when every permission does', async () => {
    expect(await passes(allOf(yes, yes))).toEqual(both)
    expect(await passes(allOf(yes, no))).toEqual(neither)
    expect(await passes(allOf(no, yes))).toEqual(neither)
    expect(await passes(allOf())).toEqual(both)
  })

  it('allows an item when every one of them does; one without an opinion does', async () => {
    expect(await passes(allOf(yes, onItem(true)))).toEqual(both)
    expect(await passes(allOf(yes, onItem(false)))).toEqual(listOnly)
    expect(await passes(allOf(onItem(false), onItem(true)))).toEqual(listOnly)
  })

  it('asks in order until one refuses', async () => {
    asked.length = 0
    await allOf(yes, no, yes).hasPermission({} as never)
    expect(asked).toEqual(['yes', 'no'])
  })
})

describe('anyOf', () => {
  it('passes when at least one permission does', async () => {
    expect(await passes(anyOf(no, yes))).toEqual(both)
    expect(await passes(anyOf(yes, no))).toEqual(both)
    expect(await passes(anyOf(no, no))).toEqual(neither)
    expect(await passes(anyOf())).toEqual(neither)
  })

  it('allows an item by one that lets both the request and the item pass', async () => {
    expect(await passes(anyOf(no, onItem(true)))).toEqual(both)
    expect(await passes(anyOf(no, onItem(false)))).toEqual(listOnly)
    expect(await passes(anyOf(onItem(false), onItem(true)))).toEqual(both)
    // The first one lets the request pass and not the item, the second one the item and not the request.
    expect(await passes(anyOf(onItem(false), onItem(true, false)))).toEqual(listOnly)
    // A permission that refuses the request does not allow the item by having no opinion on it.
    expect(await passes(anyOf(onItem(false), no))).toEqual(listOnly)
    expect(await passes(anyOf(onItem(false), yes))).toEqual(both)
  })

  it('asks in order until one passes', async () => {
    asked.length = 0
    await anyOf(no, yes, no).hasPermission({} as never)
    expect(asked).toEqual(['no', 'yes'])
  })
})

describe('not', () => {
  it('passes when the permission does not', async () => {
    expect(await passes(not(yes))).toEqual(neither)
    expect(await passes(not(no))).toEqual(both)
    expect(await passes(not(not(yes)))).toEqual(both)
  })

  it('not() is the opposite for the request, whatever the permission says of items', async () => {
    const neither = { list: false, item: false }
    expect(await passes(not(onItem(false)))).toEqual(neither)
    expect(await passes(not(onItem(true)))).toEqual(neither)
  })

  it('not() is the opposite for the item, when the permission judges items', async () => {
    const refusing = (item: boolean) => ({ ...onItem(item), hasPermission: async () => false })
    expect(await passes(not(refusing(false)))).toEqual(both)
    expect(await passes(not(refusing(true)))).toEqual(listOnly)
  })

  it('refuses what a combination lets pass', async () => {
    const neither = { list: false, item: false }
    expect(await passes(not(anyOf(yes, no)))).toEqual(neither)
    expect(await passes(not(allOf(yes)))).toEqual(neither)
    expect(await passes(not(anyOf(no)))).toEqual(both)
  })
})

describe('a combination', () => {
  it('refuses with the default text, or one that is added', async () => {
    const detailOf = async (permission: Permission) => {
      const api = createApi({ DEFAULT_PERMISSION_CLASSES: [permission] })
      const app = routes(api, { '/': api.listView({ items: arrayItems([]) }) })
      return (await (await testClient(app).get('/')).json()).detail
    }
    const closed = { ...no, message: 'Closed.' }

    expect(await detailOf(allOf(yes, closed))).toBe(
      'You do not have permission to perform this action.',
    )
    expect(await detailOf({ ...anyOf(closed), message: 'Librarians only.' })).toBe(
      'Librarians only.',
    )
  })

  it('combinations of permissions nest', async () => {
    expect(await passes(allOf(anyOf(no, yes), not(no)))).toEqual(both)
    expect(await passes(allOf(anyOf(no, onItem(false)), yes))).toEqual(listOnly)
    expect(await passes(anyOf(allOf(yes, no), allOf(yes, yes)))).toEqual(both)
  })
})
