import { createRequire } from 'node:module'
import type { WebApp } from 'turnpike'
import { type NodeEnvironment, type Server, serve } from 'turnpike/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { demo } from '../../examples/notes/seed.ts'
import { type NotesService, openNotesService } from '../behaviour/notes-service.ts'
import { describeWith, extras } from '../support/extras.ts'
import { silentLogger } from '../support/one-view.ts'

/** Data providers of react-admin that were written for Django REST framework, as published. */
const packages = {
  'ra-data-django-rest-framework': `${extras}/ra-data-django-rest-framework/dist/index.js`,
  'ra-data-drf': `${extras}/ra-data-drf/src/index.js`,
  'ra-core': `${extras}/ra-core/lib/index.js`,
}

/** As the packages are loaded outside of tests. */
const require = createRequire(import.meta.url)

interface Note {
  id: number
  title: string
  owner: number
  priority: number
  created: string
}

/** What the data providers of react-admin answer. */
interface Listed {
  data: Note[]
  total: number
}
interface One {
  data: Note
}

const pageOf = (page: number, perPage: number, order = 'ASC', filter: object = {}) => ({
  pagination: { page, perPage },
  sort: { field: 'id', order },
  filter,
})
const ids = ({ data }: Listed) => data.map(({ id }) => id)

describeWith(Object.values(packages), 'clients of Django REST framework', () => {
  let service: NotesService
  let server: Server
  let ann: number

  beforeAll(async () => {
    service = await openNotesService()
    ann = (await service.users.find('ann'))?.pk ?? 0
    server = await serve(service.app as WebApp<NodeEnvironment>, {
      port: 0,
      drainDelaySeconds: 0,
      handleSignals: false,
      logger: silentLogger,
    })
  })
  afterAll(async () => {
    await server?.close()
    await service?.close()
  })

  describe('ra-data-django-rest-framework', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the package has types for other versions.
    let provider: any
    // biome-ignore lint/suspicious/noExplicitAny: the same.
    let auth: any

    beforeAll(() => {
      const made = require(packages['ra-data-django-rest-framework'])
      const { default: drfProvider, fetchJsonWithAuthToken, tokenAuthProvider } = made
      provider = drfProvider(server.url, fetchJsonWithAuthToken)
      auth = tokenAuthProvider({ obtainAuthTokenUrl: `${server.url}/api-token-auth/` })
    })
    beforeEach(async () => {
      vi.stubGlobal('localStorage', storage())
      await auth.login(demo)
    })

    it('ra-data-django-rest-framework signs in, and shows why a sign-in was refused', async () => {
      await auth.checkAuth()
      await auth.logout()
      await expect(auth.login({ ...demo, password: 'wrong' })).rejects.toThrow(
        'Unable to log in with provided credentials.',
      )
      await expect(provider.getOne('notes', { id: 1 })).rejects.toMatchObject({ status: 401 })
    })

    it('ra-data-django-rest-framework lists pages in the order and size that it chooses', async () => {
      const listed: Listed = await provider.getList('notes', pageOf(2, 5, 'DESC'))
      expect(listed.total).toBe(10_000)
      expect(ids(listed)).toEqual([9995, 9994, 9993, 9992, 9991])
    })

    it('ra-data-django-rest-framework lists what refers to an item', async () => {
      const target = { target: 'owner', id: ann }
      const listed: Listed = await provider.getManyReference('notes', {
        ...target,
        ...pageOf(1, 4),
      })
      expect(listed.total).toBe(3333)
      expect(listed.data.map(({ owner }) => owner)).toEqual([ann, ann, ann, ann])
    })

    it('ra-data-django-rest-framework searches and filters lists', async () => {
      const found: Listed = await provider.getList('notes', pageOf(1, 5, 'ASC', { q: 'ferry 999' }))
      expect(found.total).toBeGreaterThan(0)
      for (const { title } of found.data) expect(title).toMatch(/ferry.*999/)

      const filter = { owner: ann, priority__gte: 8, created__lt: '2025-01-02' }
      const filtered: Listed = await provider.getList('notes', pageOf(1, 50, 'ASC', filter))
      expect(filtered.total).toBeGreaterThan(0)
      for (const { owner, priority, created } of filtered.data) {
        expect(owner).toBe(ann)
        expect(priority).toBeGreaterThanOrEqual(8)
        expect(created < '2025-01-02').toBe(true)
      }
    })

    it('ra-data-django-rest-framework shows which field of a filter is wrong', async () => {
      const wrong = pageOf(1, 5, 'ASC', { owner: 'ann' })
      await expect(provider.getList('notes', wrong)).rejects.toMatchObject({
        status: 400,
        body: { owner: ['A valid integer is required.'] },
      })
    })

    it('ra-data-django-rest-framework reads one item and several', async () => {
      expect(await provider.getOne('notes', { id: 3 })).toMatchObject({ data: { id: 3 } })
      expect(ids(await provider.getMany('notes', { ids: [3, 1] }))).toEqual([3, 1])
      await expect(provider.getOne('notes', { id: 20_000 })).rejects.toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      })
    })

    it('ra-data-django-rest-framework creates, changes and deletes items', async () => {
      const { data: note }: One = await provider.create('notes', { data: { title: 'Sent' } })
      expect(note).toMatchObject({ title: 'Sent', priority: 0 })

      // A form of react-admin sends the whole record back.
      const data = { ...note, title: 'Sent again' }
      const sent = { id: note.id, data, previousData: note }
      expect(await provider.update('notes', sent)).toMatchObject({ data })
      const many = { ids: [note.id], data: { priority: 3 } }
      expect(await provider.updateMany('notes', many)).toEqual({ data: [note.id] })
      expect(await provider.getOne('notes', { id: note.id })).toMatchObject({
        data: { title: 'Sent again', priority: 3 },
      })

      const gone = await provider.delete('notes', { id: note.id, previousData: note })
      expect(gone).toEqual({ data: note })
      await expect(provider.getOne('notes', { id: note.id })).rejects.toMatchObject({ status: 404 })
    })

    it('ra-data-django-rest-framework shows the errors of fields', async () => {
      const data = { title: '', priority: 'high' }
      const errors = {
        status: 400,
        body: {
          title: ['This field may not be blank.'],
          priority: ['A valid integer is required.'],
        },
      }
      await expect(provider.create('notes', { data })).rejects.toMatchObject(errors)
      const sent = { id: 1, data, previousData: {} }
      await expect(provider.update('notes', sent)).rejects.toMatchObject(errors)
    })
  })

  describe('ra-data-drf', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types.
    let provider: (type: string, resource: string, params: object) => Promise<any>

    beforeAll(async () => {
      const { default: drfProvider } = require(packages['ra-data-drf'])
      const { fetchUtils } = require(packages['ra-core'])
      const user = await service.users.find(demo.username)
      if (user === null) throw new Error('The user of the example is missing.')
      const { key } = await service.tokens.getOrCreate(user)
      const identity = { authenticated: true, token: `Token ${key}` }
      provider = drfProvider(server.url, (url: string, options: object) =>
        fetchUtils.fetchJson(url, { ...options, user: identity }),
      )
    })

    it('ra-data-drf lists pages in the order and size that it chooses', async () => {
      const listed: Listed = await provider('GET_LIST', 'notes', pageOf(2, 5, 'DESC'))
      expect(listed.total).toBe(10_000)
      expect(ids(listed)).toEqual([9995, 9994, 9993, 9992, 9991])
    })

    it('ra-data-drf lists what refers to an item, and filters', async () => {
      const params = { ...pageOf(1, 4, 'ASC', { priority: 7 }), target: 'owner', id: ann }
      const listed: Listed = await provider('GET_MANY_REFERENCE', 'notes', params)
      expect(listed.total).toBe(334)
      for (const { owner, priority } of listed.data) expect([owner, priority]).toEqual([ann, 7])

      const found = pageOf(1, 5, 'ASC', { search: '"ferry 10"' })
      for (const { title } of (await provider('GET_LIST', 'notes', found)).data) {
        expect(title).toContain('ferry 10')
      }
    })

    it('ra-data-drf reads, creates, changes and deletes items', async () => {
      const { data: note }: One = await provider('CREATE', 'notes', { data: { title: 'Sent' } })
      const read = async () => (await provider('GET_ONE', 'notes', { id: note.id })).data
      expect(await read()).toMatchObject({ title: 'Sent' })

      const data = { ...(await read()), title: 'Replaced', priority: 3 }
      expect(await provider('UPDATE', 'notes', { id: note.id, data })).toMatchObject({ data })
      const many: Listed = await provider('GET_MANY', 'notes', { ids: [note.id, 1] })
      expect(ids(many)).toEqual([note.id, 1])

      await provider('DELETE', 'notes', { id: note.id, previousData: note })
      await expect(read()).rejects.toMatchObject({ status: 404 })
    })

    it('ra-data-drf shows the errors of fields', async () => {
      await expect(provider('CREATE', 'notes', { data: {} })).rejects.toMatchObject({
        status: 400,
        body: { title: ['This field is required.'] },
      })
    })
  })
})

/** What a browser has as `localStorage`, as far as it is used. */
function storage() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}
