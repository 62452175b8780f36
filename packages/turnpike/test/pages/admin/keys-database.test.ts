import { kyselyAccounts, migrate } from '@turnpike/sql'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memorySessions } from '../../../src/index.ts'
import { follow, openAdmin, passwords, submit, textOf } from './site.ts'

const databases = [
  { name: 'SQLite', open: openInMemory, missing: null },
  { name: 'PostgreSQL', open: openPostgres, missing: postgresMissing },
]

describe.each(databases)('API keys in the admin on $name', ({ name, open, missing }) => {
  it.skipIf(missing !== null)(
    `API keys are created, listed, ordered and revoked in the admin on ${name}`,
    async () => {
      const { db, close } = await open()
      onTestFinished(close)
      await migrate(db)
      const { users, tokens, keys } = kyselyAccounts(db, { secrets, passwords })
      const staff = await users.create({ username: 'root', password: 'x y', isStaff: true })
      const ci = await users.create({ username: 'ci', password: null })
      const sessions = memorySessions({ users })
      const { browser } = await openAdmin({ users, tokens, keys, sessions })
      const root = await browser()
      root.cookies.set('sessionid', (await sessions.create(staff)).id)
      const page = `/admin/users/${ci.pk}/`

      const answers = []
      for (const fields of [
        { name: 'bbb', expires: '2090-01-31', addresses: '10.0.0.0/8' },
        { name: 'aaa', scopes: 'notes:read' },
        { name: '%_\u00e4', never: 'true' },
      ] as Record<string, string>[]) {
        answers.push(await textOf(await submit(root, `${page}keys/add/`, fields)))
      }

      const texts = answers.map((answer) => /tk_[0-9A-Za-z]{36}/.exec(answer)?.[0] ?? '')
      for (const text of texts) expect((await keys.find(text))?.user).toEqual(ci)
      for (const ordering of ['name', '-created', 'expires', '-lastUsed']) {
        const list = await textOf(await root.get(`/admin/keys/?ordering=${ordering}`))
        expect(list).toContain('3 API keys')
      }
      expect(await textOf(await root.get('/admin/keys/?search=%25_'))).toContain('1 API key for')
      expect(await textOf(await root.get('/admin/keys/?expired=no&user=2'))).toContain(
        '3 API keys of ci Show all',
      )
      expect(await textOf(await root.get('/admin/keys/?expired=yes'))).toContain('No API key found')
      expect(await textOf(await root.get(page))).toContain('No password')
      expect(await textOf(await root.get('/admin/users/?password=no'))).toContain('1 user')

      const [first] = await keys.search({ text: 'bbb' }).slice(0, 1)
      await follow(root, await submit(root, `${page}keys/${first?.id}/revoke/`))
      expect(await keys.find(texts[0] ?? '')).toBeNull()
      expect((await root.get(`${page}keys/x%00/revoke/`)).status).toBe(303)
      const done = await follow(root, await submit(root, `${page}keys/revoke/`))
      expect(done).toContain('2 API keys are revoked.')
      expect(await keys.search().count()).toBe(0)
    },
    600_000,
  )
})
