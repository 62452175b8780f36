import type { App } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { submit, textOf } from '../../../turnpike/test/pages/admin/site.ts'
import { openBrowser } from '../../../turnpike/test/sessions/browser.ts'
import { defaultService } from '../../src/service/default-service.ts'
import { startService } from './test-service.ts'

/** The default service, with a token of bob's whose row was changed, and root at the admin. */
async function openWithChangedToken(change: Record<string, string>) {
  const service = await startService(defaultService)
  const { users, tokens, sessions, db } = service
  const root = await users.create({ username: 'root', password: null, isStaff: true })
  const bob = await users.create({ username: 'bob', password: 'builder' })
  const { key } = await tokens.getOrCreate(bob)
  await db.updateTable('turnpike_token').set(change).execute()
  // It needs nothing of an app but its `fetch`.
  const browser = openBrowser(service.app as App)
  browser.cookies.set('sessionid', (await sessions.create(root)).id)
  const whoami = async (key: string) =>
    (await service.request('/whoami/', { headers: { Authorization: `Token ${key}` } })).status
  return { ...service, bob, key, browser, whoami, page: `/admin/users/${bob.pk}/` }
}

const changes = [{ sealed: 'A'.repeat(90) }, { sealed: '' }, { secret_id: '0123456789abcdef' }]

describe.each(changes)('a token that was changed in the database: %o', (change) => {
  it('leaves the pages of the admin usable, which say so', async () => {
    const { browser, page } = await openWithChangedToken(change)

    for (const url of ['/admin/tokens/', page]) {
      const response = await browser.get(url)
      expect(response.status).toBe(200)
      expect(await textOf(response)).toContain('Cannot be read')
    }
  })

  it('a changed token is regenerated in the admin, and works again', async () => {
    const { browser, page, whoami, tokens, bob, key } = await openWithChangedToken(change)

    const answer = await submit(browser, `${page}token/regenerate/`)

    expect(answer.status).toBe(200)
    const next = await tokens.of(bob)
    expect(await textOf(answer)).toContain(next?.key)
    expect(await whoami(next?.key ?? '')).toBe(200)
    expect(await whoami(key)).toBe(401)
  })

  it('a changed token is revoked in the admin', async () => {
    const { browser, page, tokens, bob } = await openWithChangedToken(change)

    expect((await submit(browser, `${page}token/revoke/`)).status).toBe(303)
    expect(await tokens.of(bob)).toBeNull()
  })

  it('a changed token is neither revealed nor created a second time', async () => {
    const { browser, page, log } = await openWithChangedToken(change)
    const form = { csrfmiddlewaretoken: await csrfTokenOf(browser, page) }

    for (const deed of ['reveal', 'create']) {
      const answer = await browser.post(`${page}token/${deed}/`, { form })
      expect(answer.status).toBe(303)
    }
    expect(log.filter(({ audit }) => audit)).toMatchObject([
      { level: 'warn', action: 'token.reveal' },
      { level: 'warn', action: 'token.create' },
    ])
  })

  it('a changed token is accepted or refused without a failure of the service', async () => {
    const { whoami, key, log } = await openWithChangedToken(change)

    expect(await whoami(key)).toBe(200)
    expect(await whoami(`${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`)).toBe(401)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })
})

it('refuses a key whose digest was changed in the database, with 401', async () => {
  const { whoami, key } = await openWithChangedToken({ digest: 'A'.repeat(43) })

  expect(await whoami(key)).toBe(401)
})

async function csrfTokenOf(browser: ReturnType<typeof openBrowser>, page: string) {
  const markup = await (await browser.get(`${page}password/`)).text()
  return /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(markup)?.[1] ?? ''
}
