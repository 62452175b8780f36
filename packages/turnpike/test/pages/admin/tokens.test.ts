import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { follow, openAdmin, plainText, submit, textOf } from './site.ts'

const user = '/admin/users/2/'
const path = (deed: string) => `/admin/users/2/token/${deed}/`

async function openWithToken() {
  const site = await openAdmin()
  const bob = await site.named('bob')
  const token = await site.tokens.getOrCreate(bob)
  return { ...site, bob, token, root: await site.browser('root') }
}

describe('a token', () => {
  it('a missing token is created, and its key shown by the answer itself', async () => {
    const { browser, tokens, named, audit } = await openAdmin()
    const root = await browser('root')
    expect(await textOf(await root.get(user))).toContain('No token.')

    const response = await submit(root, user, {}, path('create'))

    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const token = await tokens.of(await named('bob'))
    expect(await textOf(response)).toContain(`Authorization: Token ${token?.key}`)
    expect(response.headers.getSetCookie().join()).not.toContain(token?.key)
    expect(audit()).toMatchObject([
      { level: 'info', action: 'token.create', subject: { username: 'bob' } },
    ])
  })

  it('an existing token stays, masked, when it would be created a second time', async () => {
    const { root, tokens, bob, token, browser, audit } = await openWithToken()
    const other = await browser('eve')
    await tokens.revoke(bob)
    const form = await csrfOf(root)
    await submit(other, user, {}, path('create'))
    const now = await tokens.of(bob)

    const page = await follow(root, await root.post(path('create'), { form }))

    expect(page).toContain('There is a token already.')
    expect(page).not.toContain(now?.key)
    expect(await tokens.of(bob)).toEqual(now)
    expect(token.key).not.toBe(now?.key)
    expect(audit().at(-1)).toMatchObject({ level: 'warn', action: 'token.create' })
  })

  it('a token is masked on every page but for its first four characters', async () => {
    const { root, token } = await openWithToken()

    for (const page of [user, '/admin/tokens/', '/admin/', '/admin/users/', path('revoke')]) {
      const text = await (await root.get(page)).text()
      expect(text).not.toContain(token.key.slice(0, 8))
      if (page !== user && page !== '/admin/tokens/') continue
      expect(plainText(text)).toContain(`${token.key.slice(0, 4)} ••••`)
    }
  })

  it('a token is revealed by a POST alone, which is logged', async () => {
    const { root, token, audit } = await openWithToken()

    const response = await submit(root, user, {}, path('reveal'))

    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const page = await response.text()
    expect(page).toContain(token.key)
    expect(page).toContain('<a href="/admin/users/" aria-current="true">Users</a>')
    expect(audit()).toEqual([
      {
        level: 'info',
        event: 'admin.token.reveal',
        audit: true,
        action: 'token.reveal',
        actor: { pk: 1, username: 'root' },
        subject: { pk: 2, username: 'bob' },
        clientAddress: '127.0.0.1',
      },
    ])
  })

  it('a token is regenerated after a confirmation page; the old key is refused', async () => {
    const { root, tokens, bob, token, audit } = await openWithToken()
    expect(await textOf(await root.get(path('regenerate')))).toContain('stops working at once')
    expect(await tokens.of(bob)).toEqual(token)
    await later()

    const response = await submit(root, path('regenerate'))

    const now = await tokens.of(bob)
    expect(now?.key).not.toBe(token.key)
    expect(await textOf(response)).toContain(now?.key)
    expect(await tokens.find(token.key)).toBeNull()
    expect(audit()).toMatchObject([{ action: 'token.regenerate' }])
  })

  it('a token is revoked after a confirmation page', async () => {
    const { root, tokens, bob, token, audit } = await openWithToken()
    expect(await textOf(await root.get(path('revoke')))).toContain('The user then has no token.')
    expect(await tokens.of(bob)).toEqual(token)

    const page = await follow(root, await submit(root, path('revoke')))

    expect(page).toContain('The token of bob is revoked')
    expect(await tokens.of(bob)).toBeNull()
    expect(await tokens.find(token.key)).toBeNull()
    expect(audit()).toMatchObject([{ action: 'token.revoke' }])
  })

  it.each(['regenerate', 'revoke'])(
    'a token replaced since the confirmation page is not the one you %s',
    async (deed) => {
      const { root, tokens, bob, token, audit } = await openWithToken()
      const form = { ...(await csrfOf(root)), token_created: token.created.toISOString() }
      await later()
      const now = await tokens.regenerate(bob)

      const page = await follow(root, await root.post(path(deed), { form }))

      expect(page).toContain('The token was changed meanwhile, so nothing was done.')
      expect(page).not.toContain(now.key)
      expect(await tokens.of(bob)).toEqual(now)
      expect(audit()).toMatchObject([{ level: 'warn', action: `token.${deed}` }])
    },
  )

  it.each(['regenerate', 'revoke'])(
    'there is no confirmation page for a missing token: %s',
    async (deed) => {
      const { browser } = await openAdmin()
      const root = await browser('root')

      expect(await follow(root, await root.get(path(deed)))).toContain('There is no token.')
    },
  )

  it('a token that is gone is not revealed', async () => {
    const { root, tokens, bob } = await openWithToken()
    const form = await csrfOf(root)
    await tokens.revoke(bob)

    const page = await follow(root, await root.post(path('reveal'), { form }))

    expect(page).toContain('There is no token any more.')
  })

  it('a token is shown with the keyword that the service accepts before it', async () => {
    const { browser } = await openAdmin({ tokenKeyword: 'Bearer' })

    const response = await submit(await browser('root'), user, {}, path('create'))

    expect(await textOf(response)).toMatch(/Authorization: Bearer [0-9a-f]{40}/)
  })
})

describe('the list of tokens', () => {
  it('the list of tokens shows who has one, the newest users first, and is searched by user', async () => {
    const { root, token } = await openWithToken()

    const all = await textOf(await root.get('/admin/tokens/'))
    expect(all).toMatch(/eve No token .* bob begins with \w{4} •+ .* root No token/)

    const found = await textOf(await root.get('/admin/tokens/?search=BOB'))
    expect(found).toContain('1 user for “ BOB ”')
    expect(found).toContain(token.key.slice(0, 4))
    expect(found).not.toContain(' eve ')
  })
})

describe('the log', () => {
  it('holds no secret, whatever is done', async () => {
    const { root, lines, tokens, bob, app } = await openWithToken()
    const secrets = [(await tokens.of(bob))?.key ?? '', root.cookies.get('sessionid') ?? '']
    const words = { password: 'open sesame', password_again: 'open sesame' }
    await submit(root, user, {}, path('reveal'))
    await later()
    await submit(root, path('regenerate'))
    secrets.push((await tokens.of(bob))?.key ?? '')
    await submit(root, path('revoke'))
    await submit(root, '/admin/users/add/', { username: 'mia', token: 'true', ...words })
    await submit(root, '/admin/users/add/', { username: 'mia', ...words })
    await submit(root, '/admin/users/2/password/', words)
    await submit(root, '/admin/users/2/password/', { ...words, password_again: 'open' })
    await testClient(app).get('/admin/')

    const log = JSON.stringify(lines)

    expect(lines.length).toBeGreaterThanOrEqual(8)
    for (const secret of [...secrets, 'open sesame', root.cookies.get('csrftoken') ?? '']) {
      expect(secret).not.toBe('')
      expect(log).not.toContain(secret)
    }
  })
})

const later = () => new Promise((resolve) => setTimeout(resolve, 2))

async function csrfOf(root: Awaited<ReturnType<typeof openWithToken>>['root']) {
  const page = await (await root.get('/admin/users/add/')).text()
  return {
    csrfmiddlewaretoken: /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? '',
  }
}
