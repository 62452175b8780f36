import { describe, expect, it } from 'vitest'
import { memorySessions } from '../../../src/index.ts'
import { follow, openAdmin, passwords, plainText, submit, textOf } from './site.ts'

const crowd = {
  users: [
    { username: 'root', password: null, isStaff: true, email: 'root@example.com' },
    ...Array.from({ length: 60 }, (_, index) => ({
      username: `user${String(index).padStart(2, '0')}`,
      password: null,
      email: index % 2 === 0 ? `${60 - index}@even.example` : '',
      isActive: index % 3 !== 0,
    })),
  ],
}

/** The usernames of the rows, in order. */
const namesIn = (page: string) =>
  [...page.matchAll(/<th scope="row"[^>]*><a href="[^"]*"><bdi>([^<]*)/g)].map(([, name]) => name)

describe('the overview', () => {
  it('counts users and shows the newest', async () => {
    const { browser } = await openAdmin({}, crowd)

    const page = await (await (await browser('root')).get('/admin/')).text()

    expect(plainText(page)).toMatch(/61 Users 41 Active 20 Inactive 1 Staff/)
    expect(namesIn(page)).toEqual(['user59', 'user58', 'user57', 'user56', 'user55'])
  })
})

describe('the list of users', () => {
  it('the list of users is paginated, in the order of creation', async () => {
    const { browser } = await openAdmin({}, crowd)
    const root = await browser('root')

    const first = await (await root.get('/admin/users/')).text()
    const last = await (await root.get('/admin/users/?page=3')).text()

    expect(namesIn(first)).toHaveLength(25)
    expect(namesIn(first)[0]).toBe('root')
    expect(namesIn(last)).toEqual(Array.from({ length: 11 }, (_, index) => `user${49 + index}`))
    expect(first).toContain('<nav class="pages" aria-label="Pages">')
    expect((await root.get('/admin/users/?page=4')).status).toBe(404)
  })

  it('the list of users is searched, filtered and ordered by the query, and its links keep all of it', async () => {
    const { browser } = await openAdmin({}, crowd)

    const response = await (await browser('root')).get(
      '/admin/users/?search=EVEN&active=no&ordering=-email',
    )
    const page = await response.text()

    expect(namesIn(page).slice(0, 3)).toEqual(['user54', 'user00', 'user06'].toSorted(byEmail))
    expect(plainText(page)).toContain('10 users for “ EVEN ” Show all')
    expect(page).toContain('href="?active=no&amp;ordering=username&amp;search=EVEN"')
    expect(page).toContain('href="?active=yes&amp;ordering=-email&amp;search=EVEN"')
    expect(page).toContain('<input type="hidden" name="active" value="no">')
    expect(page).toContain('<input type="hidden" name="ordering" value="-email">')
    expect(page).toContain('aria-sort="descending"')
  })

  it('the list of users says that no user was found', async () => {
    const { browser } = await openAdmin()

    const page = await textOf(await (await browser('root')).get('/admin/users/?search=%25'))

    expect(page).toContain('No user found for “ % ”. Show all')
  })

  it('leaves values out of account that mean nothing', async () => {
    const { browser } = await openAdmin()

    const page = await (await browser('root')).get(
      '/admin/users/?active=x&staff=&ordering=password',
    )

    expect(namesIn(await page.text())).toEqual(['root', 'bob', 'eve'])
  })
})

/** `(60 - index)@even.example`, as texts, the greatest first. */
const byEmail = (one: string, other: string) => {
  const email = (name: string) => `${60 - Number(name.slice(4))}@even.example`
  return email(one) < email(other) ? 1 : -1
}

describe('adding a user', () => {
  const mia = {
    username: 'mia',
    email: 'mia@example.com',
    password: 'a long phrase',
    password_again: 'a long phrase',
    active: 'true',
  }

  it('makes one, and leads to the page of the new user', async () => {
    const { browser, users, audit } = await openAdmin()
    const root = await browser('root')

    const response = await submit(root, '/admin/users/add/', { ...mia, staff: 'true' })

    expect(response.status).toBe(303)
    const page = await follow(root, response)
    expect(page).toContain('mia has been added.')
    expect((await users.verify('mia', 'a long phrase'))?.user).toMatchObject({
      email: 'mia@example.com',
      isActive: true,
      isStaff: true,
    })
    expect(audit()).toEqual([
      {
        level: 'info',
        event: 'admin.user.create',
        audit: true,
        action: 'user.create',
        actor: { pk: 1, username: 'root' },
        subject: { pk: 4, username: 'mia' },
        clientAddress: '127.0.0.1',
        isStaff: true,
        isActive: true,
      },
    ])
  })

  it('adding a user can make one who is inactive, has no password, and gets a token', async () => {
    const { browser, users, tokens, audit } = await openAdmin()
    const root = await browser('root')
    const form = { username: ' robot ', no_password: 'true', token: 'true' }

    const response = await submit(root, '/admin/users/add/', form)

    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const robot = await users.find('robot')
    expect(robot).toMatchObject({ isActive: false, isStaff: false, email: '' })
    const token = robot && (await tokens.of(robot))
    const page = await textOf(response)
    expect(page).toContain(`Authorization: Token ${token?.key}`)
    expect(page).toContain('robot is inactive: the key is not valid')
    expect(audit().map(({ action }) => action)).toEqual(['user.create', 'token.create'])
  })

  it.each([
    [{ username: '' }, 'Enter a username.'],
    [{ username: 'bob' }, 'There is already a user bob.'],
    [{ username: 'a\u0007b' }, 'The username has a control character.'],
    [
      { username: '\u202enimda' },
      'The username has the invisible or formatting character U+202E: leave it out.',
    ],
    [
      { username: 'bo\u200bb' },
      'The username has the invisible or formatting character U+200B: leave it out.',
    ],
    [{ username: 'ｂｏｂ' }, 'The username has other forms of common characters: write bob.'],
    [{ email: 'mia' }, 'The email address is invalid'],
    [{ password_again: 'another phrase' }, 'The two passwords differ.'],
    [{ password: '', password_again: '' }, 'Enter a password, or tick “No password”.'],
    [{ password: 'a zero \0', password_again: 'a zero \0' }, 'The password has a zero byte.'],
    [{ password: 'iloveyou', password_again: 'iloveyou' }, 'The password is too common'],
    [
      { password: 'mia', password_again: 'mia' },
      'needs at least 8 characters. The password is too similar to the username.',
    ],
    [{ no_password: 'true' }, 'Enter a password or tick this, not both.'],
  ])(
    'refuses %j beside the field, and keeps what was written but for passwords',
    async (wrong, text) => {
      const { browser, users, audit } = await openAdmin()
      const count = await users.search().count()

      const response = await submit(await browser('root'), '/admin/users/add/', {
        ...mia,
        ...wrong,
      })

      expect(response.status).toBe(400)
      const page = await response.text()
      expect(plainText(page)).toContain(text)
      expect(page).toContain('aria-invalid="true"')
      expect(page).toMatch(/name="active"[^>]* checked/)
      if (!('email' in wrong)) expect(page).toContain('value="mia@example.com"')
      expect(page).not.toContain('a long phrase')
      expect(page).not.toContain('another phrase')
      expect(await users.search().count()).toBe(count)
      expect(audit()).toMatchObject([{ level: 'warn', action: 'user.create' }])
    },
  )
})

describe('changing a user', () => {
  it('saves the email address and the staff flag', async () => {
    const { browser, named, audit } = await openAdmin()
    const root = await browser('root')

    const form = { email: 'bob@builders.example', staff: 'true' }
    const page = await follow(root, await submit(root, '/admin/users/2/', form))

    expect(page).toContain('The changes are saved.')
    expect(await named('bob')).toMatchObject({ email: 'bob@builders.example', isStaff: true })
    expect(audit()).toMatchObject([
      { action: 'user.update', changed: ['email', 'isStaff'], isStaff: true },
    ])
  })

  it('says when there was nothing to change', async () => {
    const { browser, audit } = await openAdmin()
    const root = await browser('root')

    const page = await follow(
      root,
      await submit(root, '/admin/users/2/', { email: 'bob@example.com' }),
    )

    expect(page).toContain('Nothing was changed.')
    expect(audit()).toEqual([])
  })

  it('refuses an email address that cannot be one, beside the field', async () => {
    const { browser, named } = await openAdmin()

    const response = await submit(await browser('root'), '/admin/users/2/', { email: 'bob@' })

    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain('value="bob@"')
    expect(plainText(page)).toContain('The email address is invalid')
    expect((await named('bob')).email).toBe('bob@example.com')
  })

  it('staff users cannot remove their own staff rights', async () => {
    const { browser, named, audit } = await openAdmin()
    const root = await browser('root')

    const response = await submit(root, '/admin/users/1/', { email: '', staff: '' })

    expect(response.status).toBe(400)
    expect(await textOf(response)).toContain('You cannot remove your own staff rights')
    expect(await named('root')).toMatchObject({ isStaff: true, email: 'root@example.com' })
    expect(audit()).toMatchObject([{ level: 'warn', action: 'user.update' }])

    expect((await submit(root, '/admin/users/1/', { email: '' })).status).toBe(303)
    expect(await named('root')).toMatchObject({ isStaff: true, email: '' })
  })
})

describe('the password', () => {
  const path = '/admin/users/2/password/'
  const phrase = { password: 'another phrase', password_again: 'another phrase' }

  it('a password is changed after a confirmation page, and ends the sessions of the user', async () => {
    const { browser, users, sessions, named, audit } = await openAdmin()
    const root = await browser('root')
    const { id } = await sessions.create(await named('bob'))
    const asked = await textOf(await root.get(path))
    expect(asked).toContain('Every session of the user ends: they must sign in again.')

    const page = await follow(root, await submit(root, path, phrase))

    expect(page).toContain('The password is changed. Every session of the user has ended.')
    expect(await users.verify('bob', 'builder')).toBeNull()
    expect(await users.verify('bob', 'another phrase')).not.toBeNull()
    expect(await sessions.find(id)).toBeNull()
    expect(audit()).toMatchObject([{ action: 'user.password', hasPassword: true }])
  })

  it('a password is removed', async () => {
    const { browser, users, audit } = await openAdmin()
    const root = await browser('root')

    const page = await follow(root, await submit(root, path, { no_password: 'true' }))

    expect(page).toContain('The password is removed.')
    expect(await users.verify('bob', 'builder')).toBeNull()
    expect(audit()).toMatchObject([{ action: 'user.password', hasPassword: false }])
  })

  it.each([
    [{}, 'Enter a password, or tick “No password”.'],
    [{ ...phrase, password_again: '' }, 'The two passwords differ.'],
    [{ password: 'a zero \0', password_again: 'a zero \0' }, 'The password has a zero byte.'],
    [{ password: 'builder', password_again: 'builder' }, 'needs at least 8 characters.'],
    [
      { password: 'Bob@Example', password_again: 'Bob@Example' },
      'The password is too similar to the email address.',
    ],
  ])('an invalid password is refused, and not shown again: %j', async (form, text) => {
    const { browser, users, audit } = await openAdmin()

    const response = await submit(await browser('root'), path, form)

    expect(response.status).toBe(400)
    const page = await response.text()
    expect(plainText(page)).toContain(text)
    expect(page).not.toContain('another phrase')
    expect(await users.verify('bob', 'builder')).not.toBeNull()
    expect(audit()).toMatchObject([{ level: 'warn', action: 'user.password' }])
  })

  it('changing the own password leaves this browser signed in, and no other', async () => {
    const { browser } = await openAdmin()
    const [here, there] = [await browser('root'), await browser('root')]

    const page = await follow(here, await submit(here, '/admin/users/1/password/', phrase))

    expect(page).toContain('Your other sessions have ended.')
    expect((await here.get('/admin/')).status).toBe(200)
    expect((await there.get('/admin/')).status).toBe(302)
    // The CSRF token is that of the new session.
    expect((await submit(here, '/admin/users/2/', { email: '' })).status).toBe(303)
  })
})

describe('activity', () => {
  it('a user is deactivated after a confirmation page, and activated again', async () => {
    const { browser, sessions, named, audit } = await openAdmin()
    const root = await browser('root')
    const { id } = await sessions.create(await named('bob'))
    const path = '/admin/users/2/deactivate/'
    expect(await textOf(await root.get(path))).toContain('Deactivate bob?')

    const off = await follow(root, await submit(root, path))
    expect(off).toContain('bob is inactive now, and signed out everywhere.')
    expect((await named('bob')).isActive).toBe(false)
    expect(await sessions.find(id)).toBeNull()

    const on = await follow(
      root,
      await submit(root, '/admin/users/2/', {}, '/admin/users/2/activate/'),
    )
    expect(on).toContain('bob is active again.')
    expect((await named('bob')).isActive).toBe(true)
    expect(await sessions.find(id)).toBeNull()
    expect(audit().map(({ action }) => action)).toEqual(['user.deactivate', 'user.activate'])
  })

  it('deactivation ends the sessions in a store which does not look at users', async () => {
    const { users, named } = await openAdmin()
    const passwordStamp = async () => 'the same for ever'
    const sessions = memorySessions({ users: { find: users.find, passwordStamp } })
    const site = await openAdmin({ users, sessions })
    const root = await site.browser()
    root.cookies.set('sessionid', (await sessions.create(await named('root'))).id)
    const { id } = await sessions.create(await named('bob'))

    await follow(root, await submit(root, '/admin/users/2/deactivate/'))
    await users.setActive(await named('bob'), true)

    expect(await sessions.find(id)).toBeNull()
  })

  it('users cannot deactivate themselves', async () => {
    const { browser, named, audit } = await openAdmin()
    const root = await browser('root')
    const user = await (await root.get('/admin/users/1/')).text()
    expect(user).not.toContain('/admin/users/1/deactivate/')
    expect(plainText(user)).toContain('You cannot deactivate yourself')
    expect((await root.get('/admin/users/1/deactivate/')).status).toBe(303)

    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(user)?.[1] ?? ''
    const form = { csrfmiddlewaretoken: token }
    const page = await follow(root, await root.post('/admin/users/1/deactivate/', { form }))

    expect(page).toContain('You cannot deactivate yourself: ask another admin to do it.')
    expect((await named('root')).isActive).toBe(true)
    expect(audit()).toMatchObject([{ level: 'warn', action: 'user.deactivate', reason: 'oneself' }])
  })
})

describe('sessions', () => {
  it('sessions are ended after a confirmation page', async () => {
    const { browser, sessions, named, audit } = await openAdmin()
    const root = await browser('root')
    const bob = await named('bob')
    const ids = [(await sessions.create(bob)).id, (await sessions.create(bob)).id]
    const path = '/admin/users/2/end-sessions/'
    expect(await textOf(await root.get('/admin/users/2/'))).toContain('2 live sessions.')
    expect(await textOf(await root.get(path))).toContain('bob is signed out of every browser')
    expect(await sessions.find(ids[0] ?? '')).not.toBeNull()

    const page = await follow(root, await submit(root, path))

    expect(page).toContain('Every session of bob has ended.')
    expect(page).toContain('No live session.')
    for (const id of ids) expect(await sessions.find(id)).toBeNull()
    expect(audit()).toMatchObject([{ action: 'sessions.end', subject: { username: 'bob' } }])
  })

  it('the own sessions end in every browser but this one', async () => {
    const { browser } = await openAdmin()
    const [here, there] = [await browser('root'), await browser('root')]
    const before = await textOf(await here.get('/admin/users/1/'))
    expect(before).toContain('2 live sessions, including this one.')

    const page = await follow(here, await submit(here, '/admin/users/1/end-sessions/'))

    expect(page).toContain('Your other sessions have ended.')
    expect(page).toContain('Only this one.')
    expect((await here.get('/admin/')).status).toBe(200)
    expect((await there.get('/admin/')).status).toBe(302)
  })
})

describe('names and addresses', () => {
  const evil = '<script>alert(1)</script>"\'&amp;<img src=x onerror=alert(2)>'

  it('names and addresses never become markup, on any page', async () => {
    const { browser, users, tokens } = await openAdmin(
      {},
      {
        passwords,
        users: [
          { username: 'root', password: null, isStaff: true },
          { username: evil, password: null, email: '"<svg/onload=alert(3)>"@example.com' },
        ],
      },
    )
    const user = await users.find(evil)
    if (user !== null) await tokens.getOrCreate(user)
    const root = await browser('root')

    const paths = ['', 'users/', 'tokens/', 'users/2/', 'users/2/password/', 'users/2/deactivate/']
    paths.push('users/2/end-sessions/', 'users/2/token/revoke/', 'users/2/token/regenerate/')
    paths.push(`users/?search=${encodeURIComponent('<script>')}`, `users/?search=%22%3E%3Csvg%3E`)
    for (const path of paths) {
      const page = await (await root.get(`/admin/${path}`)).text()
      expect(page, path).not.toMatch(/<script|<img|<svg\/|<svg>/)
    }

    const saved = await submit(root, '/admin/users/2/deactivate/')
    const location = saved.headers.get('Location') ?? ''
    const page = await (await root.get(location)).text()
    expect(plainText(page)).toContain(`${evil} is inactive now`)
    expect(page).not.toMatch(/<script|<img/)
  })
})
