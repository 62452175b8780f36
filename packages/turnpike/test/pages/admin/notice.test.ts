import { describe, expect, it, vi } from 'vitest'
import { createSigner } from '../../../src/http/signing.ts'
import { follow, openAdmin, submit, textOf } from './site.ts'

const secrets = ['a secret of the admin tests, long enough']
const told = 'The changes are saved.'

async function openWithNotice() {
  const site = await openAdmin()
  const root = await site.browser('root')
  const response = await submit(root, '/admin/users/2/', { email: '' })
  const notice = root.cookies.get('turnpike_notice') ?? ''
  return { ...site, root, response, notice }
}

describe('the notice of what has been done', () => {
  it('a notice is shown once', async () => {
    const { root, response } = await openWithNotice()

    expect(await follow(root, response)).toContain(told)

    expect(root.cookies.has('turnpike_notice')).toBe(false)
    expect(await textOf(await root.get('/admin/users/2/'))).not.toContain(told)
  })

  it('a notice travels in a cookie that no script reads, for a minute', async () => {
    const { response } = await openWithNotice()

    const [line] = response.headers.getSetCookie()
    expect(line).toMatch(/^turnpike_notice=[\w-]+; Path=\/; Max-Age=60; SameSite=Lax; HttpOnly$/)
  })

  it('a notice that was changed, made up, or signed for another purpose is not shown', async () => {
    const { browser, notice } = await openWithNotice()
    const payload = new TextEncoder().encode(
      JSON.stringify({ kind: 'good', text: told, pk: 1, until: Date.now() + 10_000 }),
    )
    const forged = [
      `${notice.slice(0, -1)}${notice.endsWith('A') ? 'B' : 'A'}`,
      createSigner(['another secret, not that of the tests'], 'admin notice').sign(payload),
      createSigner(secrets, 'csrf').sign(payload),
      'x',
      '{"text":"x"}',
    ]
    for (const cookie of forged) {
      const root = await browser('root')
      root.cookies.set('turnpike_notice', cookie)
      const page = await textOf(await root.get('/admin/users/2/'))
      expect(page).toContain('Profile')
      expect(page).not.toContain(told)
    }
  })

  it('a notice is not shown to another user', async () => {
    const { browser, notice } = await openWithNotice()
    const eve = await browser('eve')
    eve.cookies.set('turnpike_notice', notice)

    expect(await textOf(await eve.get('/admin/users/2/'))).not.toContain(told)
  })

  it('a notice is not shown after a minute', async () => {
    const { root, response } = await openWithNotice()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)

    const page = await follow(root, response)
    vi.restoreAllMocks()

    expect(page).toContain('Profile')
    expect(page).not.toContain(told)
  })
})
