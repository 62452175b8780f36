import { describe, expect, it } from 'vitest'

import { openAdmin, submit, textOf } from './site.ts'

/** root has no password and is signed in all the same; eve is the last who could sign in by one. */
const openWithLast = () =>
  openAdmin(
    {},
    {
      users: [
        { username: 'root', password: null, isStaff: true },
        { username: 'eve', password: 'dropper', isStaff: true },
      ],
    },
  )

const deeds: [string, string, string, Record<string, string>][] = [
  ['the staff flag', 'user.update', '/admin/users/2/', { email: '', staff: '' }],
  ['the password', 'user.password', '/admin/users/2/password/', { no_password: 'true' }],
  ['the activity', 'user.deactivate', '/admin/users/2/deactivate/', {}],
]

describe('the last active staff user with a password', () => {
  it.each(deeds)(
    'the last admin keeps %s, and the page says why',
    async (_, action, path, form) => {
      const { browser, users, named, audit } = await openWithLast()
      const root = await browser('root')

      const response = await submit(root, path, form)
      const location = response.headers.get('Location')
      const page = await textOf(location === null ? response : await root.get(location))

      expect(page).toContain('eve is the last active staff user with a password')
      expect(await named('eve')).toMatchObject({ isStaff: true, isActive: true })
      expect(await users.verify('eve', 'dropper')).not.toBeNull()
      expect(audit()).toMatchObject([{ level: 'warn', action }])
    },
  )
})

describe('the own password', () => {
  it('the own password cannot be removed, nor is that offered', async () => {
    const { browser, users, audit } = await openAdmin()
    const root = await browser('root')
    const path = '/admin/users/1/password/'

    expect(await (await root.get(path)).text()).not.toContain('no_password')
    const response = await submit(root, path, { no_password: 'true' })

    expect(response.status).toBe(400)
    expect(await textOf(response)).toContain('You cannot remove your own password')
    expect(await users.verify('root', 'root of all')).not.toBeNull()
    expect(audit()).toMatchObject([{ level: 'warn', action: 'user.password' }])
  })
})
