import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError, createApi, routes } from '../../../src/index.ts'
import { adminViews } from '../../../src/pages/index.ts'
import { openAdmin, submit, textOf } from './site.ts'

/** `/admin/users/2/` is about bob. */
const pages = [
  '/admin/',
  '/admin/users/',
  '/admin/users/add/',
  '/admin/users/2/',
  '/admin/users/2/password/',
  '/admin/users/2/deactivate/',
  '/admin/users/2/end-sessions/',
  '/admin/users/2/token/regenerate/',
  '/admin/users/2/token/revoke/',
  '/admin/tokens/',
  '/admin/keys/',
  '/admin/users/2/keys/add/',
]
const deeds = [
  '/admin/users/add/',
  '/admin/users/2/',
  '/admin/users/2/password/',
  '/admin/users/2/deactivate/',
  '/admin/users/2/activate/',
  '/admin/users/2/end-sessions/',
  '/admin/users/2/token/create/',
  '/admin/users/2/token/reveal/',
  '/admin/users/2/token/regenerate/',
  '/admin/users/2/token/revoke/',
  '/admin/users/2/keys/add/',
  '/admin/users/2/keys/revoke/',
  '/admin/users/2/keys/00000000-0000-4000-8000-000000000000/revoke/',
]

describe('access to the admin', () => {
  it.each(pages)(
    'an anonymous visitor is led to the login page, and from there to %s',
    async (path) => {
      const { browser } = await openAdmin()

      const response = await (await browser()).get(`${path}?page=1&search=a%26b`)

      expect(response.status).toBe(302)
      const next = encodeURIComponent(`${path}?page=1&search=a%26b`)
      expect(response.headers.get('Location')).toBe(`/login/?next=${next}`)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  it.each(deeds)(
    'an anonymous visitor is led to the login page from a POST to %s',
    async (path) => {
      const { browser } = await openAdmin()

      const response = await (await browser()).post(path, { form: { username: 'mia' } })

      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toBe(`/login/?next=${encodeURIComponent(path)}`)
    },
  )

  it.each([...pages, '/admin/users/999/'])(
    'a user who is not staff is refused: %s',
    async (path) => {
      const { browser, audit } = await openAdmin()

      const response = await (await browser('bob')).get(path)

      expect(response.status).toBe(403)
      expect(await textOf(response)).toContain('You are signed in as bob, who is not staff.')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(audit()).toEqual([
        {
          level: 'warn',
          event: 'admin.admin.enter',
          audit: true,
          action: 'admin.enter',
          actor: { pk: 2, username: 'bob' },
          clientAddress: '127.0.0.1',
          reason: 'not staff',
        },
      ])
    },
  )

  it.each(pages)('HEAD and OPTIONS are refused to a user who is not staff: %s', async (path) => {
    const { browser, audit } = await openAdmin()
    const bob = await browser('bob')

    expect((await bob.request('HEAD', path)).status).toBe(403)
    expect((await bob.request('OPTIONS', path)).status).toBe(403)

    const refused = { action: 'admin.enter', reason: 'not staff' }
    expect(audit()).toMatchObject([refused, refused])
  })

  it.each([...deeds, ...pages])('OPTIONS describes the admin to staff only: %s', async (path) => {
    const { browser } = await openAdmin()

    const stranger = await (await browser()).request('OPTIONS', path)
    const staff = await (await browser('root')).request('OPTIONS', path)

    expect(stranger.status).toBe(302)
    expect(stranger.headers.get('Location')).toBe(`/login/?next=${encodeURIComponent(path)}`)
    expect(staff.status).toBe(200)
    expect(await textOf(staff)).toContain('multipart/form-data')
  })

  it.each(deeds)(
    'a POST by a user who is not staff is refused, also with a CSRF token: %s',
    async (path) => {
      const { browser, audit, users, tokens, sessions, named } = await openAdmin()
      const session = await sessions.create(await named('eve'))
      const about = path.replace('/2/', `/${(await named('eve')).pk}/`)
      const before = { eve: await named('eve'), token: await tokens.of(await named('eve')) }
      const bob = await browser('bob')
      const { csrf_token: csrfmiddlewaretoken } = await (await bob.get('/login/')).json()

      const fields = {
        username: 'mia',
        password: 'a good one',
        no_password: 'true',
        is_staff: 'true',
      }
      const response = await bob.post(about, { form: { ...fields, csrfmiddlewaretoken } })

      expect(response.status).toBe(403)
      expect(await textOf(response)).toContain('You are signed in as bob, who is not staff.')
      expect(audit()).toMatchObject([{ action: 'admin.enter', reason: 'not staff' }])
      expect({ eve: await named('eve'), token: await tokens.of(before.eve) }).toEqual(before)
      expect(await sessions.find(session.id)).not.toBeNull()
      expect(await users.find('mia')).toBeNull()
    },
  )

  it('access to the admin is checked at every request: a former staff user is out at once', async () => {
    const { browser, users, named } = await openAdmin()
    const eve = await browser('eve')
    expect((await eve.get('/admin/')).status).toBe(200)

    await users.update(await named('eve'), { isStaff: false })
    expect((await eve.get('/admin/')).status).toBe(403)

    await users.setActive(await named('eve'), false)
    expect((await eve.get('/admin/')).status).toBe(302)
  })

  it('the admin accepts no credentials but a session, because browsers send others unasked', async () => {
    const { app, tokens, named } = await openAdmin()
    const { key } = await tokens.getOrCreate(await named('root'))

    for (const Authorization of [`Token ${key}`, `Basic ${btoa('root:root of all')}`]) {
      const response = await testClient(app).get('/admin/', { headers: { Authorization } })
      expect(response.status).toBe(302)
    }
  })

  it('access to the admin may be narrowed by permissions that are asked first', async () => {
    const fromOffice = {
      message: 'From the office only.',
      hasPermission: () => false,
    }
    const { browser } = await openAdmin({ permissions: [fromOffice] })

    const response = await (await browser('root')).get('/admin/')

    expect(response.status).toBe(403)
    expect(await textOf(response)).toContain('From the office only.')
  })
})

describe('forms', () => {
  it.each(deeds)('admin forms need the CSRF token: %s', async (path) => {
    const { browser, audit, named, users, tokens } = await openAdmin()
    const bob = await named('bob')
    const token = await tokens.getOrCreate(bob)
    const root = await browser('root')
    await root.get('/admin/')

    for (const form of [{}, { csrfmiddlewaretoken: 'x'.repeat(86) }]) {
      const fields = { username: 'mia', no_password: 'true', email: 'x@example.com', ...form }
      const response = await root.post(path, { form: fields })
      expect(response.status).toBe(403)
      expect(await textOf(response)).toContain('CSRF Failed')
    }

    expect(await named('bob')).toEqual(bob)
    expect(await tokens.of(bob)).toEqual(token)
    expect(await users.find('mia')).toBeNull()
    const refusal = { level: 'warn', action: 'admin.enter', actor: { username: 'root' } }
    expect(audit()).toMatchObject([refusal, refusal])
  })

  it('admin forms are accepted from pages of this origin alone', async () => {
    const { browser, named } = await openAdmin()
    const root = await browser('root')
    const page = await (await root.get('/admin/users/2/deactivate/')).text()
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? ''

    const response = await root.post('/admin/users/2/deactivate/', {
      form: { csrfmiddlewaretoken: token },
      headers: { Origin: 'https://evil.example' },
    })

    expect(response.status).toBe(403)
    expect((await named('bob')).isActive).toBe(true)
  })

  it.each(['activate/', 'token/create/', 'token/reveal/'])(
    'a GET of %s leads to the page of the user',
    async (below) => {
      const { browser, audit } = await openAdmin()

      const response = await (await browser('root')).get(`/admin/users/2/${below}`)

      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toBe('/admin/users/2/')
      expect(audit()).toEqual([])
    },
  )
})

describe('every page', () => {
  it.each(pages)(
    'an admin page is not cached, runs no script and loads nothing: %s',
    async (path) => {
      const { browser, tokens, named } = await openAdmin()
      await tokens.getOrCreate(await named('bob'))

      const response = await (await browser('root')).get(path)

      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Vary')).toContain('Cookie')
      const policy = response.headers.get('Content-Security-Policy')
      expect(policy).toContain("default-src 'none'; style-src 'sha256-")
      expect(policy).toContain("form-action 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      const page = await response.text()
      expect(page).not.toMatch(/<script|<link rel="stylesheet"|<img|\son\w+=|\sstyle=/i)
      expect(page).toContain('<a class="skip" href="#main">')
    },
  )

  it.each(['0', '999', '01', '-1', 'x', '%00', '%F0%9F', '9'.repeat(40)])(
    'an admin page about a missing user is a 404: %s',
    async (pk) => {
      const { browser } = await openAdmin()
      const root = await browser('root')

      for (const below of ['', 'password/', 'token/revoke/', 'activate/']) {
        const response = await root.get(`/admin/users/${pk}/${below}`)
        expect(response.status).toBe(404)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
    },
  )

  it('an admin page about a user who vanishes meanwhile is a 404', async () => {
    const { users, tokens, sessions } = await openAdmin()
    let isGone = false
    const vanishing = {
      ...users,
      findByPk: async (pk: string) => (isGone && pk === '2' ? null : users.findByPk(pk)),
    }
    const failing = {
      ...tokens,
      getOrCreate: () => {
        isGone = true
        return Promise.reject(new Error('violates a foreign key'))
      },
    }
    const site = await openAdmin({ users: vanishing, tokens: failing, sessions })
    const root = await site.browser()
    const user = await users.find('root')
    if (user === null) throw new Error('There is no root.')
    root.cookies.set('sessionid', (await sessions.create(user)).id)

    const response = await submit(root, '/admin/users/2/', {}, '/admin/users/2/token/create/')

    expect(response.status).toBe(404)
    expect(await textOf(response)).toContain('The user does not exist, or has been removed.')
  })

  it('the admin is served where the deployer mounts it', async () => {
    const { browser } = await openAdmin({ path: '/internal/staff/', loginUrl: '/enter/' })

    const page = await (await (await browser('root')).get('/internal/staff/users/')).text()

    const links = [...page.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, url]) => url)
    expect(links).toContain('/internal/staff/users/2/')
    expect(links.filter((url) => url?.startsWith('/admin'))).toEqual([])
    const stranger = await (await browser()).get('/internal/staff/')
    expect(stranger.headers.get('Location')).toBe('/enter/?next=%2Finternal%2Fstaff%2F')
  })

  it('admin pages are found without the slash at the end, too', async () => {
    const { browser } = await openAdmin()

    const response = await (await browser()).get('/admin')

    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/admin/')
    const options = await (await browser()).request('OPTIONS', '/admin')
    expect(options.headers.get('Location')).toBe('/admin/')
  })
})

describe('the options', () => {
  it.each(['admin', '/admin', '//evil.example/', '/a b/', ''])(
    'the admin refuses the path %j',
    async (path) => {
      await expect(openAdmin({ path })).rejects.toThrow(ConfigurationError)
    },
  )

  it('the admin refuses options that would be ignored', async () => {
    const misspelt = { permission: [] } as object

    await expect(openAdmin(misspelt)).rejects.toThrow(ConfigurationError)
  })

  it('the admin refuses users that cannot be searched', async () => {
    const { users, tokens, sessions } = await openAdmin()
    const { search, ...others } = users

    expect(() => adminViews({ users: others as typeof users, tokens, sessions })).toThrow(
      'search()',
    )
  })

  it('the admin needs a login page outside itself', async () => {
    const { users, tokens, sessions } = await openAdmin()
    const app = routes(createApi(), adminViews({ users, tokens, sessions }))

    expect((await testClient(app).get('/admin/')).headers.get('Location')).toBe(
      '/login/?next=%2Fadmin%2F',
    )
  })
})
