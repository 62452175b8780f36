import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  apiKeyAuthentication,
  ConfigurationError,
  createApi,
  routes,
} from '../../../src/index.ts'
import { follow, openAdmin, plainText, submit, textOf } from './site.ts'

const user = '/admin/users/2/'
const add = `${user}keys/add/`
const revokeAll = `${user}keys/revoke/`
const revoke = ({ id }: { id: string }) => `${user}keys/${id}/revoke/`
const nightly = { name: 'Nightly export', scopes: 'notes:read notes:write' }
const keyIn = (page: string) => /tk_[0-9A-Za-z]{36}/.exec(page)?.[0] ?? ''

async function openKeys(options: Parameters<typeof openAdmin>[0] = {}) {
  const site = await openAdmin(options)
  const bob = await site.named('bob')
  const root = await site.browser('root')
  const issue = async (name = 'ci', fields: object = {}) =>
    site.keys.create(bob, { name, scopes: ['notes:read'], ...fields })
  const all = () => site.keys.search({ user: bob }).slice(0, null)
  return { ...site, bob, root, issue, all }
}

describe('creating an API key in the admin', () => {
  it('a new API key has what the form says, and is shown by the answer itself', async () => {
    const { root, keys, all, audit } = await openKeys()
    expect(await textOf(await root.get(user))).toContain('No API key.')

    const response = await submit(root, add, {
      ...nightly,
      expires: '2090-01-31',
      addresses: '10.0.0.0/8\r\n192.0.2.7, 2001:db8::/32',
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const page = await response.text()
    const key = keyIn(page)
    const [apiKey] = await all()
    expect(await keys.find(key)).toEqual(apiKey)
    expect(apiKey).toMatchObject({
      name: 'Nightly export',
      scopes: ['notes:read', 'notes:write'],
      expires: new Date('2090-01-31T00:00:00Z'),
      allowedAddresses: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
    })
    expect(plainText(page)).toContain(`Authorization: Api-Key ${key}`)
    expect(plainText(page)).toContain('It expires 2090-01-31 00:00 UTC .')
    expect(response.headers.getSetCookie().join()).not.toContain(key)
    const { id, name, prefix, scopes, expires } = apiKey as NonNullable<typeof apiKey>
    expect(audit()).toEqual([
      {
        level: 'info',
        event: 'admin.key.create',
        audit: true,
        action: 'key.create',
        actor: { pk: 1, username: 'root' },
        subject: { pk: 2, username: 'bob' },
        clientAddress: '127.0.0.1',
        apiKey: { id, name, prefix },
        scopes,
        expires,
      },
    ])
  })

  it('an API key works as soon as the admin has created it, and not after it is revoked', async () => {
    const { root, keys, all } = await openKeys()
    const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [apiKeyAuthentication({ keys })] })
    const view = api.view({ get: ({ user }) => new ApiResponse({ user: user.username }) })
    const client = testClient(routes(api, { '/': view }))
    const key = keyIn(await textOf(await submit(root, add, nightly)))
    const send = () => client.get('/', { headers: { Authorization: `Api-Key ${key}` } })
    expect(await (await send()).json()).toEqual({ user: 'bob' })

    for (const apiKey of await all()) await submit(root, revoke(apiKey))

    expect((await send()).status).toBe(401)
  })

  it('a form that is sent again, as by a reload, creates no second API key', async () => {
    const { root, all, audit } = await openKeys()
    const markup = await (await root.get(add)).text()
    const hidden = [...markup.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    const form = { ...nightly, ...Object.fromEntries(hidden.map(([, name, text]) => [name, text])) }

    const key = keyIn(await textOf(await root.post(add, { form })))
    const again = await root.post(add, { form })

    expect(key).not.toBe('')
    expect(again.status).toBe(409)
    const page = await again.text()
    expect(plainText(page)).toContain('If you have reloaded the page, the key is there already.')
    expect(page).not.toContain(key)
    expect(page).toContain('value="Nightly export"')
    expect(await all()).toHaveLength(1)
    expect(audit().at(-1)).toMatchObject({ level: 'warn', action: 'key.create' })
  })

  it('no page, cookie or later answer has the key once it was shown', async () => {
    const { root, all } = await openKeys()
    const key = keyIn(await textOf(await submit(root, add, nightly)))
    const [apiKey] = await all()

    const paths = [user, add, revokeAll, '/admin/keys/', '/admin/', revoke(apiKey ?? { id: '' })]
    for (const path of paths) {
      const response = await root.get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain(key.slice(0, 12))
      expect(response.headers.getSetCookie().join()).not.toContain(key.slice(0, 12))
    }
  })

  it.each([
    ['no name', { name: ' ' }, 'Enter a name.'],
    ['a long name', { name: 'x'.repeat(101) }, 'no more than 100 characters.'],
    ['an invalid scope', { scopes: 'notes:read "' }, 'is not a scope'],
    ['a day that does not exist', { expires: '2027-02-30' }, 'Enter a date such as 2027-01-31.'],
    ['a word instead of a day', { expires: 'tomorrow' }, 'Enter a date such as 2027-01-31.'],
    ['a day in the past', { expires: '2020-01-01' }, 'It must expire in the future.'],
    ['two ends', { expires: '2090-01-01', never: 'true' }, 'Enter a date or tick this, not both.'],
    ['an invalid range', { addresses: '10.0.0.0/99' }, 'is neither an address nor a range'],
  ])('the admin creates no API key with %s', async (_what, fields, error) => {
    const { root, all, audit } = await openKeys()

    const response = await submit(root, add, { ...nightly, ...fields })

    expect(response.status).toBe(400)
    expect(await textOf(response)).toContain(error)
    expect(await all()).toEqual([])
    expect(audit()).toMatchObject([{ level: 'warn', action: 'key.create' }])
  })

  it('a key that is entered in the wrong field is not logged', async () => {
    const { root, issue, lines } = await openKeys()
    const { key } = await issue()

    const response = await submit(root, add, { ...nightly, addresses: key })

    expect(response.status).toBe(400)
    expect(JSON.stringify(lines)).not.toContain(key)
  })

  it('an API key without an end has the default of the store, or none if so desired', async () => {
    const site = await openAdmin({}, { keys: { defaultAgeSeconds: 86_400 } })
    const root = await site.browser('root')

    await submit(root, add, nightly)
    const page = await textOf(await submit(root, add, { ...nightly, never: 'true' }))

    const ends = (await site.keys.search().slice(0, null)).map(({ expires }) => expires)
    expect(ends).toContain(null)
    expect(ends.filter((end) => end instanceof Date)).toHaveLength(1)
    expect(page).toContain('It never expires.')
  })

  it('the scopes that the deployer lists are offered, and no others are given', async () => {
    const { root, all } = await openKeys({ keyScopes: ['notes:read', 'notes:write'] })

    const form = { name: 'ci', 'scope notes:write': 'true', 'scope admin': 'true', scopes: 'admin' }
    const response = await submit(root, add, form)

    expect(response.status).toBe(200)
    expect((await all()).map(({ scopes }) => scopes)).toEqual([['notes:write']])
  })

  it('an API key is shown with the header and the keyword that the service accepts', async () => {
    const bearer = await openKeys({ keyKeyword: 'Bearer' })
    const own = await openKeys({ keyHeader: 'X-Api-Key' })

    expect(await textOf(await submit(bearer.root, add, nightly))).toMatch(
      /Authorization: Bearer tk_/,
    )
    expect(await textOf(await submit(own.root, add, nightly))).toMatch(/ X-Api-Key: tk_/)
  })

  it('an API key of an inactive user says that it is not valid yet', async () => {
    const { root, users, bob } = await openKeys()
    await users.setActive(bob, false)

    const page = await textOf(await submit(root, add, nightly))

    expect(page).toContain('bob is inactive: the key is not valid until the user is activated.')
    expect(await textOf(await root.get(user))).toContain('User inactive')
  })
})

describe('revoking API keys in the admin', () => {
  it('an API key is revoked after a confirmation page; the others stay', async () => {
    const { root, keys, issue, audit } = await openKeys()
    const { key, apiKey } = await issue('ci')
    const other = await issue('export')
    const question = await textOf(await root.get(revoke(apiKey)))
    expect(question).toContain('Revoke the API key “ci” of bob?')
    expect(question).toContain(`begins with ${apiKey.prefix} stops working at once`)
    expect(await keys.find(key)).not.toBeNull()

    const page = await follow(root, await submit(root, revoke(apiKey)))

    expect(page).toContain('The API key “ci” is revoked: it no longer works.')
    expect(await keys.find(key)).toBeNull()
    expect(await keys.find(other.key)).not.toBeNull()
    const { id, name, prefix } = apiKey
    expect(audit()).toMatchObject([{ action: 'key.revoke', apiKey: { id, name, prefix } }])
  })

  it('all API keys of a user are revoked after a confirmation page, and of nobody else', async () => {
    const { root, keys, issue, named, all, audit } = await openKeys()
    await issue('one')
    await issue('two')
    const other = await keys.create(await named('eve'), { name: 'three', scopes: [] })
    expect(await textOf(await root.get(revokeAll))).toContain('2 API keys stop working at once')

    const page = await follow(root, await submit(root, revokeAll))

    expect(page).toContain('2 API keys are revoked.')
    expect(await all()).toEqual([])
    expect(await keys.find(other.key)).not.toBeNull()
    expect(audit()).toMatchObject([{ action: 'key.revoke-all', count: 2 }])
  })

  it('an API key of another user is neither shown nor revoked under the wrong user', async () => {
    const { root, keys, named } = await openKeys()
    const { key, apiKey } = await keys.create(await named('eve'), { name: 'secret', scopes: [] })
    const { csrfmiddlewaretoken = '' } = await csrfOf(root)

    const page = await follow(root, await root.get(revoke(apiKey)))
    expect(page).toContain('The user has no such API key')
    expect(page).not.toContain('secret')
    await root.post(revoke(apiKey), { form: { csrfmiddlewaretoken } })

    expect(await keys.find(key)).not.toBeNull()
  })

  it.each(['0', 'x', '%00', '%F0%9F', '00000000-0000-4000-8000-000000000000', 'a'.repeat(3000)])(
    'there is no confirmation page for an unknown API key: %s',
    async (id) => {
      const { root } = await openKeys()

      const response = await root.get(revoke({ id }))

      expect([303, 404]).toContain(response.status)
    },
  )

  it('an API key that was revoked meanwhile is reported, and so are no keys at all', async () => {
    const { root, keys, issue, audit } = await openKeys()
    const { apiKey } = await issue()
    const form = await csrfOf(root)
    await keys.revoke(apiKey)

    expect(await follow(root, await root.post(revoke(apiKey), { form }))).toContain(
      'The user has no such API key, or it is revoked already.',
    )
    expect(await follow(root, await root.post(revokeAll, { form }))).toContain(
      'The user has no API key.',
    )
    expect(await follow(root, await root.get(revokeAll))).toContain('The user has no API key.')
    expect(audit()).toMatchObject([
      { level: 'warn', action: 'key.revoke' },
      { level: 'warn', action: 'key.revoke-all' },
    ])
  })
})

describe('lists of API keys in the admin', () => {
  it('the page of a user shows the newest of 200 API keys, and leads to all of them', async () => {
    const { root, issue } = await openKeys()
    for (let number = 1; number <= 200; number++) await issue(`key-${number}`)

    const page = await (await root.get(user)).text()
    expect(page.match(/<th scope="row"/g)).toHaveLength(10)
    expect(page).toContain('<a href="/admin/keys/?user=2">All 200 API keys</a>')

    const list = await (await root.get('/admin/keys/?user=2&page=8')).text()
    expect(plainText(list)).toContain('200 API keys of bob Show all')
    expect(list.match(/<th scope="row"/g)).toHaveLength(25)
    expect((await root.get('/admin/keys/?user=2&page=9')).status).toBe(404)
  })

  it('all API keys are searched by name, by how they begin and by user', async () => {
    const { root, keys, issue, named } = await openKeys()
    const { apiKey } = await issue('export')
    await keys.create(await named('eve'), { name: 'deploy', scopes: [] })
    const found = async (query: string) => {
      const page = await textOf(await root.get(`/admin/keys/?${query}`))
      return ['export', 'deploy'].filter((name) => page.includes(` ${name} `))
    }

    expect(await found('')).toEqual(['export', 'deploy'])
    expect(await found('search=EXP')).toEqual(['export'])
    expect(await found(`search=${apiKey.prefix}`)).toEqual(['export'])
    expect(await found('search=eve')).toEqual(['deploy'])
    expect(await found('user=3')).toEqual(['deploy'])
    expect(await found('user=3&search=xpor')).toEqual([])
    expect((await root.get('/admin/keys/?user=99')).status).toBe(404)
  })

  it('expired API keys are marked and can be listed alone', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const site = await openAdmin({}, { keys: { now: () => clock.now } })
    const root = await site.browser('root')
    const bob = await site.named('bob')
    await site.keys.create(bob, { name: 'old', scopes: [], expires: new Date('2026-01-02') })
    await site.keys.create(bob, { name: 'new', scopes: [] })
    clock.now = new Date('2026-01-03')

    expect(await textOf(await root.get(user))).toContain('Expired Revoke… old')
    const expired = await textOf(await root.get('/admin/keys/?expired=yes'))
    expect(expired).toContain('1 API key Show all')
    expect(expired).toContain(' old ')
    const others = await textOf(await root.get('/admin/keys/?expired=no'))
    expect(others).toContain(' new ')
    expect(others).not.toContain(' old ')
  })

  it('the list of API keys is ordered by its columns', async () => {
    const { root, issue } = await openKeys()
    for (const name of ['bbb', 'aaa', 'ccc']) await issue(name)

    const page = await textOf(await root.get('/admin/keys/?ordering=name'))

    expect(page).toMatch(/ aaa .* bbb .* ccc /)
  })

  it('names, scopes and usernames of API keys are text, never markup', async () => {
    const { root, keys, users } = await openKeys()
    const evil = '<img src=x onerror=alert(1)>'
    const eva = await users.create({ username: `"><script>eva`, password: null })
    const { apiKey } = await keys.create(eva, { name: evil, scopes: ['<script>', "'x'"] })

    const about = `/admin/users/${eva.pk}/`
    const pages = [about, `${about}keys/${apiKey.id}/revoke/`, `${about}keys/add/`, '/admin/keys/']
    for (const path of [...pages, `/admin/keys/?search=${encodeURIComponent(evil)}`]) {
      const page = await (await root.get(path)).text()
      expect(page).not.toMatch(/<script|<img/)
      expect(plainText(page)).toContain('eva')
    }
    const response = await submit(root, `${about}keys/add/`, { name: evil })
    expect(await response.text()).not.toContain('<img')
  })
})

describe('the options of API keys in the admin', () => {
  it('an admin without a store of API keys has no pages for them', async () => {
    const { browser } = await openAdmin({}, {}, { hasKeys: false })
    const root = await browser('root')

    for (const path of ['/admin/keys/', add, revokeAll]) {
      expect((await root.get(path)).status).toBe(404)
    }
    expect(await textOf(await root.get(user))).not.toContain('API key')
  })

  it('the admin refuses scopes that no API key could have', async () => {
    await expect(openAdmin({ keyScopes: ['notes read'] })).rejects.toThrow(ConfigurationError)
  })
})

describe('machine accounts in the admin', () => {
  it('a user without a password is shown as one, and gets an API key', async () => {
    const { root, users, keys } = await openKeys()

    const response = await submit(root, '/admin/users/add/', {
      username: 'ci',
      no_password: 'true',
      active: 'true',
    })

    const page = await follow(root, response)
    expect(page).toContain('No password')
    expect(page).toContain('None: the user cannot sign in with a password.')
    const ci = await users.find('ci')
    await submit(root, `/admin/users/${ci?.pk}/keys/add/`, nightly)
    expect((await keys.search().slice(0, null)).map(({ user }) => user.username)).toEqual(['ci'])
    expect(await textOf(await root.get(user))).not.toContain('No password')
  })

  it('users are filtered by whether they have a password', async () => {
    const { root, users } = await openKeys()
    await users.create({ username: 'ci', password: null })

    const without = await textOf(await root.get('/admin/users/?password=no'))
    const others = await textOf(await root.get('/admin/users/?password=yes'))

    expect(without).toMatch(/1 user Show all .* ci /)
    expect(others).toMatch(/3 users Show all .* root /)
    expect(others).not.toMatch(/ ci /)
  })
})

async function csrfOf(root: Awaited<ReturnType<typeof openKeys>>['root']) {
  const page = await (await root.get('/admin/users/add/')).text()
  return {
    csrfmiddlewaretoken: /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? '',
  }
}
