import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import {
  ApiResponse,
  arrayItems,
  createApi,
  isAuthenticated,
  memoryAccounts,
  remoteUserAuthentication,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { signIn } from '../faults/sign-in.ts'
import { quick } from '../support/accounts.ts'
import { openNotes, password } from './open-notes.ts'

const asJson = { 'Content-Type': 'application/json' }

describe('fields that a client may not set', () => {
  it('id, owner and time are set by the service, not by the client', async () => {
    const { fetch, signed, ann } = await openNotes()
    const forged = { id: 77, pk: 77, owner: 99, created: '2001-01-01', is_staff: true, user: 99 }

    const response = await fetch('/notes/', {
      method: 'POST',
      body: JSON.stringify({ title: 'mine', ...forged }),
      headers: { ...signed, ...asJson },
    })
    const note = await response.json()

    expect(response.status).toBe(201)
    expect(note.id).toBe(1)
    expect(note.owner).toEqual(ann.pk)
    expect(note.created).not.toContain('2001')
    expect(Object.keys(note)).not.toContain('is_staff')
  })

  it('id, owner and time cannot be changed afterwards either', async () => {
    const { fetch, signed, ann } = await openNotes()
    const send = (method: string, path: string, body: object) =>
      fetch(path, { method, body: JSON.stringify(body), headers: { ...signed, ...asJson } })
    await send('POST', '/notes/', { title: 'mine' })

    for (const method of ['PUT', 'PATCH']) {
      const note = await (
        await send(method, '/notes/1/', { title: 'still mine', id: 9, owner: 99 })
      ).json()
      expect(note.id, method).toBe(1)
      expect(note.owner, method).toEqual(ann.pk)
    }
  })

  it('asking for a token or signing in never makes a user staff', async () => {
    const { fetch } = await openNotes()
    const rights = { is_staff: true, isStaff: true, user: 3, user_id: 3, key: 'f'.repeat(40) }

    const response = await fetch('/api-token-auth/', {
      method: 'POST',
      body: JSON.stringify({ username: 'ben', password, ...rights }),
      headers: asJson,
    })
    const { token } = await response.json()
    const who = await fetch('/whoami/', { headers: { Authorization: `Token ${token}` } })

    expect(token).not.toBe(rights.key)
    expect(await who.json()).toEqual({ username: 'ben', email: '', is_staff: false })
  })
})

describe('what belongs to another user', () => {
  it('an item of another user is 404 by its id when each user has a list of their own', async () => {
    const { users, tokens } = memoryAccounts({ passwords: quick })
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    const [ann, ben] = [
      await users.create({ username: 'ann', password: null }),
      await users.create({ username: 'ben', password: null }),
    ]
    const letters = [
      { id: 1, to: ann.pk },
      { id: 2, to: ben.pk },
    ]
    const client = testClient(
      routes(api, {
        '/letters/': api.listView({
          items: ({ user }) => arrayItems(letters.filter(({ to }) => to === user.pk)),
        }),
        '/letters/:id/': api.detailView({
          find: ({ user, params }) =>
            letters.find(({ id, to }) => to === user.pk && `${id}` === params.id) ?? null,
          destroy: () => {},
        }),
      }),
    )
    const headers = { Authorization: `Token ${(await tokens.getOrCreate(ann)).key}` }

    expect(await (await client.get('/letters/', { headers })).json()).toEqual([letters[0]])
    for (const method of ['GET', 'DELETE']) {
      const foreign = await client.request(method, '/letters/2/', { headers })
      const nowhere = await client.request(method, '/letters/3/', { headers })
      expect(foreign.status, method).toBe(404)
      expect(await foreign.text(), method).toEqual(await nowhere.text())
    }
  })

  it('an item of another user can be read but not changed', async () => {
    const { fetch, signed, ben, tokens } = await openNotes()
    const asBen = { Authorization: `Token ${(await tokens.getOrCreate(ben)).key}`, ...asJson }
    await fetch('/notes/', {
      method: 'POST',
      body: '{"title":"of ann"}',
      headers: { ...signed, ...asJson },
    })

    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await fetch('/notes/1/', { method, headers: asBen, body: '{"title":"x"}' })
      expect(response.status, method).toBe(403)
    }
    expect((await (await fetch('/notes/1/', { headers: signed })).json()).title).toBe('of ann')
  })
})

describe('columns that are not shown', () => {
  it('hidden columns are not revealed by filters and orders: the answer is the same as without', async () => {
    const { fetch, signed } = await openNotes()
    for (const title of ['b', 'a', 'c']) {
      const body = JSON.stringify({ title })
      await fetch('/notes/', { method: 'POST', body, headers: { ...signed, ...asJson } })
    }
    const titles = async (query: string) => {
      const response = await fetch(`/notes/?${query}`, { headers: signed })
      const { results } = await response.json()
      return results.map(({ title }: { title: string }) => title).join('')
    }

    for (const query of [
      'ordering=password',
      'ordering=owner',
      'ordering=-owner__password',
      'ordering=user.password_hash',
      'ordering=body',
      'password__startswith=a',
      'owner__password__startswith=a',
      'body__contains=x',
      'owner__username=nobody',
      'title=a',
      'where=1',
    ]) {
      expect(await titles(query), query).toBe('bac')
    }
    // Or an ordering would never have any effect.
    expect(await titles('ordering=-title')).toBe('cba')
  })

  it('hidden columns are not revealed by the orders of the admin either', async () => {
    const { port } = await openNotes()
    const url = `http://127.0.0.1:${port}`
    const { cookies } = await signIn(url, 'rita', password)
    const page = async (query: string) => {
      const headers = { Cookie: cookies, Accept: 'text/html' }
      const response = await fetch(`${url}/admin/users/?${query}`, { headers })
      expect(response.status).toBe(200)
      const html = await response.text()
      return [...html.matchAll(/\/admin\/users\/(\d+)\//g)].map(([, pk]) => pk).join()
    }

    const usual = await page('')
    expect(usual).not.toBe('')
    for (const field of ['password', 'password_hash', '-password', 'passwordHash']) {
      expect(await page(`ordering=${field}`), field).toBe(usual)
    }
    expect(await page('ordering=-username')).not.toBe(usual)
  })
})

describe('the hash of a password', () => {
  it('a password hash is on no page of the admin and in no answer, though staff may replace it', async () => {
    const { port, db, fetch: ask, signed } = await openNotes()
    const url = `http://127.0.0.1:${port}`
    const { rows } = await sql<{ password: string }>`
      select password from turnpike_user`.execute(db)
    expect(rows.every(({ password: hash }) => hash.startsWith('$argon2id$'))).toBe(true)

    const { cookies } = await signIn(url, 'rita', password)
    const pages = ['/admin/', '/admin/users/', '/admin/users/1/', '/admin/users/1/password/']
    for (const path of pages) {
      const response = await fetch(url + path, { headers: { Cookie: cookies } })
      expect(response.status, path).toBe(200)
      const html = await response.text()
      expect(html, path).not.toContain('argon2')
    }
    expect(await (await ask('/whoami/', { headers: signed })).text()).not.toContain('argon2')
  })
})

describe('a remote user', () => {
  it('a remote user lasts for one request: the next one has the user that the web server then names', async () => {
    const { users } = memoryAccounts({ passwords: quick })
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [remoteUserAuthentication({ users })],
    })
    const app = routes(api, {
      '/': api.view({ get: ({ user }) => new ApiResponse(user.username) }),
    })
    const ask = async (remoteUser: string | null, cookie = '') => {
      const connection = { address: '127.0.0.1', remoteUser }
      const request = new Request('http://a/', { headers: { Cookie: cookie } })
      return app.fetch(request, { connection })
    }

    const first = await ask('ann')
    expect(first.headers.getSetCookie()).toEqual([])
    expect(await first.json()).toBe('ann')
    expect(await (await ask('ben')).json()).toBe('ben')
    expect(await (await ask(null)).json()).toBe('')
  })
})

describe('two Authorization fields', () => {
  it('two Authorization fields, or a list in one, authenticate no user, whatever their order', async () => {
    const { raw, key } = await openNotes()
    const good = `Authorization: Token ${key}`
    const bad = `Authorization: Token ${'0'.repeat(40)}`

    expect((await raw('GET', '/whoami/', good)).status).toBe(200)
    for (const fields of [
      [bad, good],
      [good, bad],
      [good, good],
      [`${good}, Token ${key}`],
      [`${bad}, Token ${key}`],
    ]) {
      expect((await raw('GET', '/whoami/', ...fields)).status, fields.join()).toBe(401)
    }
  })
})

describe('a refused sign-in', () => {
  it('refused sign-ins have the same bytes: unknown, disabled, wrong, too long', async () => {
    const { fetch, users } = await openNotes()
    const cleo = await users.create({ username: 'cleo', password, isActive: false })
    await users.create({ username: 'dora', password: null })
    expect(cleo.isActive).toBe(false)

    const attempts = [
      ['nobody', password],
      ['ann', 'wrong'],
      ['cleo', password],
      ['dora', password],
      ['ann', 'x'.repeat(5000)],
      ['x'.repeat(5000), password],
    ]
    const told = async (response: Response) =>
      JSON.stringify([
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
      ])
    const byToken = new Set<string>()
    const byBasic = new Set<string>()
    for (const [username, wrong] of attempts) {
      const body = JSON.stringify({ username, password: wrong })
      byToken.add(
        await told(await fetch('/api-token-auth/', { method: 'POST', body, headers: asJson })),
      )
      const headers = { Authorization: `Basic ${btoa(`${username}:${wrong}`)}` }
      byBasic.add(await told(await fetch('/whoami/', { headers })))
    }

    expect([...byToken]).toHaveLength(1)
    expect([...byBasic]).toHaveLength(1)
    expect([...byToken][0]).toContain('Unable to log in with provided credentials.')
  })
})
