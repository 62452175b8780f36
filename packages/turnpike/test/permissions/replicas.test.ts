import { AsyncLocalStorage } from 'node:async_hooks'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { arrayStore, createApi, type Permission, routes } from '../../src/index.ts'
import type { ReadReplicas } from '../../src/kit/index.ts'

interface Note {
  id: number
  box: number
}

/** A service with a replica that keeps in `reads` who has read what from where. */
function serve() {
  const places = new AsyncLocalStorage<'replica' | 'primary'>()
  const reads: string[] = []
  const read = (what: string) => void reads.push(`${what}: ${places.getStore() ?? 'primary'}`)
  const READ_REPLICAS: ReadReplicas = {
    run: (_request, work) => places.run('replica', work),
    atPrimary: (work) => places.run('primary', work),
  }

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
})
