import { describe, expect, it } from 'vitest'
import { digestOf } from '../../../src/accounts/session-record.ts'
import { follow, openAdmin, submit, textOf } from './site.ts'

const list = '/admin/sessions/'
const endOf = (pk: number, { id }: { id: string }) =>
  `/admin/users/${pk}/sessions/${digestOf(id)}/end/`

async function openWithSessions() {
  const site = await openAdmin()
  const bob = await site.named('bob')
  const root = await site.browser('root')
  const session = await site.sessions.create(bob)
  return { ...site, bob, root, session }
}

describe('the sessions of the admin', () => {
  it('all sessions are listed, the newest first, with their users and times', async () => {
    const { root, sessions, session, bob, named } = await openWithSessions()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await sessions.create(await named('eve'))

    const markup = await (await root.get(list)).text()
    expect(markup.indexOf('>eve<')).toBeLessThan(markup.indexOf('>bob<'))
    const page = await textOf(await root.get(list))
    expect(page).toContain('3 sessions')
    expect(page).toContain(session.expires.toISOString().slice(0, 10))
    expect(page).toMatch(/root .*This browser/)
    expect(markup).toContain(`href="${endOf(bob.pk, session)}"`)
    // The id would let its reader act as the user.
    expect(markup).not.toContain(session.id)
  })

  it('sessions are ordered by their time, and found by user', async () => {
    const { root, bob } = await openWithSessions()
    const oldest = await (await root.get(`${list}?ordering=created`)).text()
    expect(oldest).toContain('aria-sort="ascending"')

    expect(await textOf(await root.get(`${list}?search=bo`))).toContain('1 session for “ bo ”')
    expect(await textOf(await root.get(`${list}?user=${bob.pk}`))).toContain('1 session of bob')
    expect(await textOf(await root.get(`${list}?search=x`))).toContain('No session found for')
    expect((await root.get(`${list}?user=99`)).status).toBe(404)
  })

  it('sessions are listed in pages of 25', async () => {
    const { root, sessions, bob } = await openWithSessions()
    for (let index = 0; index < 30; index++) await sessions.create(bob)

    const rows = async (query: string) =>
      (await (await root.get(list + query)).text()).split('<th scope="row"').length - 1
    expect(await rows('')).toBe(25)
    expect(await rows('?page=2')).toBe(7)
    expect((await root.get(`${list}?page=3`)).status).toBe(404)
  })

  it('the last use is shown of sessions with an idle time, and nowhere else', async () => {
    const { root, sessions, bob } = await openWithSessions()
    expect(await textOf(await root.get(list))).not.toContain('Last use')
    await sessions.create(bob, { idleSeconds: 600 })
    expect(await textOf(await root.get(list))).toContain('Last use')
  })

  it('a session is ended after a confirmation, and no other', async () => {
    const { root, sessions, session, bob, audit } = await openWithSessions()
    const other = await sessions.create(bob)

    const question = await textOf(await root.get(endOf(bob.pk, session)))
    expect(question).toContain('End a session of bob?')
    expect(await sessions.find(session.id)).not.toBeNull()

    const page = await follow(root, await submit(root, endOf(bob.pk, session)))
    expect(page).toContain('A session of bob has ended.')
    expect(await sessions.find(session.id)).toBeNull()
    expect(await sessions.find(other.id)).not.toBeNull()
    expect(audit()).toMatchObject([
      { level: 'info', action: 'session.end', subject: { username: 'bob' } },
    ])
    expect(JSON.stringify(audit())).not.toContain(digestOf(session.id))
  })

  it('a session that has ended, is of another user, or is the own one cannot be ended', async () => {
    const { root, sessions, session, bob, named, audit } = await openWithSessions()
    const eve = await named('eve')
    const own = { id: root.cookies.get('sessionid') ?? '' }
    await submit(root, endOf(bob.pk, session))

    for (const path of [
      endOf(bob.pk, session),
      endOf(eve.pk, await sessions.create(bob)),
      endOf(1, own),
      `/admin/users/${bob.pk}/sessions/x%00/end/`,
    ]) {
      const page = await follow(root, await root.get(path))
      expect(page).toContain('The user has no such session, or it has ended already.')
    }
    expect(await sessions.find(own.id)).not.toBeNull()
    expect(audit()).toHaveLength(1)
  })

  it('a session is ended only with the CSRF token, and only by staff', async () => {
    const { root, sessions, session, bob, browser } = await openWithSessions()
    expect((await root.post(endOf(bob.pk, session), { form: {} })).status).toBe(403)
    const his = await browser('bob')
    expect((await his.get(list)).status).toBe(403)
    expect((await his.get(endOf(bob.pk, session))).status).toBe(403)
    expect(await sessions.find(session.id)).not.toBeNull()
  })

  it('a store that cannot list its sessions has no page for them', async () => {
    const { sessions: all, users } = await openAdmin()
    const { create, find, end, endAll, count } = all
    const site = await openAdmin({ sessions: { create, find, end, endAll, count }, users })
    const root = await site.browser()
    const staff = await users.find('root')
    if (staff === null) throw new Error('There is no root.')
    root.cookies.set('sessionid', (await create(staff)).id)

    expect((await root.get(list)).status).toBe(404)
    expect(await (await root.get('/admin/')).text()).not.toContain('sessions/')
  })

  it('the page of a user leads to the sessions of the user', async () => {
    const { root, bob } = await openWithSessions()
    const page = await (await root.get(`/admin/users/${bob.pk}/`)).text()
    expect(page).toContain(`<a href="${list}?user=${bob.pk}">1 live session.</a>`)
  })
})
