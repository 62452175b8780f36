import { AsyncLocalStorage } from 'node:async_hooks'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  anyOf,
  arrayStore,
  checkObjectPermissions,
  createApi,
  type Permission,
  routes,
} from '../../src/index.ts'
import type { ReadReplicas } from '../../src/kit/index.ts'

interface Note {
  id: number
  box: number
}

/** Replicas that say where the current work reads. */
function withReplica() {
  const places = new AsyncLocalStorage<'replica' | 'primary'>()
  const place = () => places.getStore() ?? 'primary'
  const READ_REPLICAS: ReadReplicas = {
    run: (_request, work) => places.run('replica', work),
    atPrimary: (work) => places.run('primary', work),
    fromHere(work) {
      const here = place()
      return (...args) => places.run(here, () => work(...args))
    },
  }
  return { READ_REPLICAS, place }
}

/** A service with a replica that keeps in `reads` who has read what from where. */
function serve() {
  const { READ_REPLICAS, place } = withReplica()
  const reads: string[] = []
  const read = (what: string) => void reads.push(`${what}: ${place()}`)

  const readingStore = (name: string) => {
    const store = arrayStore<Note>([{ id: 1, box: 1 }])
    return {
      ...store,
      items: store.items,
      find: (...key: string[]) => {
        read(`find ${name}`)
        return store.find(...key)
      },
    }
  }
  const asking = (name: string): Permission => ({
    hasPermission: () => {
      read(`${name} hasPermission`)
      return true
    },
    scope: async () => {
      read(`${name} scope`)
      return { field: 'id', operator: '>', value: 0 }
    },
    hasObjectPermission: async () => {
      read(`${name} hasObjectPermission`)
      return true
    },
  })

  const api = createApi({ LOGGER: silentLogger, READ_REPLICAS, DEFAULT_PERMISSION_CLASSES: [] })
  const store = readingStore('note')
  const permissions = [asking('note')]
  const box = { store: readingStore('box'), permissions: [asking('box')] }
  const parent = { ...box, parameter: 'box', field: 'box' } as const
  const app = routes(api, {
    '/notes/': api.listView({ items: store.items, permissions }),
    '/notes/:id/': api.detailView({ store, permissions }),
    '/boxes/:box/notes/': api.listView({ items: store.items, parent }),
  })
  const readsOf = async (path: string) => {
    expect((await testClient(app).get(path)).status).toBe(200)
    return reads
  }
  return { readsOf }
}

describe('permissions of a view with replicas', () => {
  it('the scope of a list is asked at the primary', async () => {
    expect(await serve().readsOf('/notes/')).toEqual([
      'note hasPermission: primary',
      'note scope: primary',
    ])
  })

  it('an item comes from the replica, and whether it may be seen from the primary', async () => {
    expect(await serve().readsOf('/notes/1/')).toEqual([
      'note hasPermission: primary',
      'find note: replica',
      'note scope: primary',
      'note hasObjectPermission: primary',
    ])
  })

  it('the parent of a list and its permissions are read from the primary', async () => {
    expect(await serve().readsOf('/boxes/1/notes/')).toEqual([
      'box hasPermission: primary',
      'find box: primary',
      'box scope: primary',
      'box hasObjectPermission: primary',
    ])
  })

  it.each(['view', 'parts'])('a check of a handler asks at the primary: by its %s', async (how) => {
    const { READ_REPLICAS, place } = withReplica()
    const asked: string[] = []
    const permission: Permission = {
      hasPermission: () => true,
      hasObjectPermission() {
        asked.push(place())
        return true
      },
    }
    const api = createApi({ READ_REPLICAS, DEFAULT_PERMISSION_CLASSES: [permission] })
    const view = api.view({
      async get(request, own) {
        const { permissions, authentication } = own
        const given = how === 'view' ? own : { permissions, authentication }
        await checkObjectPermissions(given, request, {})
        return new ApiResponse(place())
      },
    })
    const answer = await testClient(routes(api, { '/': view })).get('/')
    expect(await answer.json()).toBe('replica')
    expect(asked).toEqual(['primary'])
  })

  it('a request that is refused before the handler costs the replicas nothing', async () => {
    const { READ_REPLICAS } = withReplica()
    let runs = 0
    const run: ReadReplicas['run'] = (_request, work) => {
      runs++
      return work()
    }
    const api = createApi({ READ_REPLICAS: { ...READ_REPLICAS, run } })
    const get = () => new ApiResponse(null)
    const app = routes(api, {
      '/closed/': api.view({ permissions: [{ hasPermission: () => false }], get }),
      '/open/': api.view({ permissions: [], get }),
    })
    expect((await testClient(app).get('/closed/')).status).toBe(403)
    expect(runs).toBe(0)
    expect((await testClient(app).get('/open/')).status).toBe(200)
    expect(runs).toBe(1)
  })
})

describe('a condition about an item of a replica', () => {
  interface Draft {
    id: number
    owner: string
    isPublic: boolean
    isLocked: boolean
    text: string
  }
  const isPublic = { field: 'isPublic', operator: '=', value: true } as const
  const whenPublic: Permission = { hasPermission: () => true, scope: () => isPublic }
  const whenOwn: Permission = {
    hasPermission: () => true,
    scope: () => ({ field: 'owner', operator: '=', value: 'ann' }),
    hasObjectPermission: (_request, item) => !(item as Draft).isLocked,
  }
  const byMeets: Permission = {
    hasPermission: () => true,
    scope: () => null,
    hasObjectPermission: (_request, _item, meets) => meets?.(isPublic) ?? false,
  }

  /** On the primary the draft was redacted, then published. The replica is late. */
  function serveDraft(permission: Permission) {
    const { READ_REPLICAS, place } = withReplica()
    const late = { id: 1, owner: 'ann', isPublic: false, isLocked: true, text: 'secret' }
    const now = { id: 1, owner: 'bob', isPublic: true, isLocked: false, text: 'redacted' }
    const stores = { replica: arrayStore<Draft>([late]), primary: arrayStore<Draft>([now]) }
    const store: typeof stores.primary = {
      ...stores.primary,
      find: (...key) => stores[place()].find(...key),
      async meets({ id }, condition) {
        const item = await stores[place()].find(String(id))
        return item !== null && (stores[place()].meets?.(item, condition) ?? false)
      },
    }
    const api = createApi({ LOGGER: silentLogger, READ_REPLICAS, DEFAULT_PERMISSION_CLASSES: [] })
    const view = api.detailView({ store, permissions: [permission] })
    return testClient(routes(api, { '/drafts/:id/': view }))
  }

  it.each([
    ['that of a scope', whenPublic, 404],
    ['one of hasObjectPermission', byMeets, 403],
    ['that of a scope in anyOf()', anyOf(whenOwn, whenPublic), 403],
  ])('no condition is decided by a newer item than is shown: %s', async (_, permission, status) => {
    const answer = await serveDraft(permission).get('/drafts/1/')
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain('secret')
  })
})
