import { UsernameTaken } from 'turnpike'
import { beforeAll, expect, it } from 'vitest'
import { djangoAccounts, djangoPasswords } from '../../src/django/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

besideDjango('usernames in another case', ({ name, open }) => {
  let shared: SharedDatabase
  beforeAll(async () => {
    shared = await open()
    const django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey },
    })
    await django.run(`
for name in ['ann@example.com', 'Ben@Example.com', '100%@example.com', 'mike']:
    User.objects.create_user(name, password='password of ' + name)
`)
    django.close()
    return () => shared.close()
  })

  const usersOf = (caseInsensitive: boolean) =>
    djangoAccounts(shared.db, {
      passwords: djangoPasswords({ iterations: 1000 }),
      users: { caseInsensitive },
    }).users

  it(`a user signs in with a username in any case, if the option says so, on ${name}`, async () => {
    const users = usersOf(true)
    for (const sent of ['ann@example.com', 'Ann@Example.COM', 'ANN@EXAMPLE.COM']) {
      const verified = await users.verify(sent, 'password of ann@example.com')
      expect(verified?.user.username).toBe('ann@example.com')
      expect(await users.verify(sent, 'wrong')).toBeNull()
    }
    expect((await users.find('ben@example.com'))?.username).toBe('Ben@Example.com')
    expect((await users.find('100%@EXAMPLE.com'))?.username).toBe('100%@example.com')
  })

  it(`another name is found in no case on ${name}`, async () => {
    const users = usersOf(true)
    for (const sent of ['ann@example', '%', '_nn@example.com', 'ben', '']) {
      expect(await users.find(sent)).toBeNull()
    }
    // MySQL leaves out blanks at the end, and takes letters that look alike for one, as for Django.
    if (name === 'MySQL') return
    for (const sent of ['ann@example.com ', 'm\u0131ke', 'mi\u212ae']) {
      expect(await users.find(sent)).toBeNull()
    }
  })

  // MySQL compares texts without regard to case by itself, and has no such two users.
  if (name !== 'MySQL') {
    it(`usernames are compared exactly by default on ${name}`, async () => {
      expect(await usersOf(false).find('Ann@Example.COM')).toBeNull()
      expect((await usersOf(false).find('ann@example.com'))?.username).toBe('ann@example.com')
    })

    it(`a name of two users in other cases finds none on ${name}`, async () => {
      await usersOf(false).create({ username: 'Eve', password: 'of the first' })
      await usersOf(false).create({ username: 'eve', password: 'of the second' })
      for (const sent of ['Eve', 'eve', 'EVE']) expect(await usersOf(true).find(sent)).toBeNull()
    })
  }

  it(`a new user whose name exists in another case is refused on ${name}`, async () => {
    const users = usersOf(true)
    await expect(users.create({ username: 'ANN@example.com', password: null })).rejects.toThrow(
      UsernameTaken,
    )
    const made = await users.create({ username: 'Zoe', password: null })
    expect((await users.find('zoe'))?.pk).toBe(made.pk)
  })
})
