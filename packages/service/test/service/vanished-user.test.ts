import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { App } from 'turnpike'
import { expect, it, onTestFinished, vi } from 'vitest'
import { submit, textOf } from '../../../turnpike/test/pages/admin/site.ts'
import { openBrowser } from '../../../turnpike/test/sessions/browser.ts'
import { defaultService } from '../../src/service/default-service.ts'
import { startService } from './test-service.ts'

it('answers 404 in the admin when the user vanishes while the new password is hashed', async () => {
  const [hashing, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  vi.spyOn(crypto, 'argon2').mockImplementation(async (_algorithm, { tagLength }, callback) => {
    if (isHeld) {
      hashing.resolve()
      await mayEnd.promise
    }
    callback(null, Buffer.alloc(tagLength))
  })
  syncBuiltinESMExports()

  const { app, users, sessions, db, log } = await startService(defaultService)
  const root = await users.create({ username: 'root', password: null, isStaff: true })
  const bob = await users.create({ username: 'bob', password: 'builder' })
  // It needs nothing of an app but its `fetch`.
  const browser = openBrowser(app as App)
  browser.cookies.set('sessionid', (await sessions.create(root)).id)
  const page = `/admin/users/${bob.pk}/password/`
  const form = { password: 'a new password', password_again: 'a new password' }

  isHeld = true
  const answering = submit(browser, page, form)
  await hashing.promise
  await db.deleteFrom('turnpike_user').where('id', '=', bob.pk).execute()
  mayEnd.resolve()
  const answer = await answering

  expect(answer.status).toBe(404)
  expect(await textOf(answer)).not.toContain('is changed')
  expect(log.filter(({ action }) => action === 'user.password')).toEqual([])
})
