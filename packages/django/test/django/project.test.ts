import {
  type DjangoProject,
  djangoMissing,
  djangoProject,
  passwordOf,
} from '@turnpike/test-support/django.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

for (const database of ['sqlite', 'postgres', 'mysql'] as const)
  describe.skipIf(djangoMissing(database) !== null)(`the Django project on ${database}`, () => {
    let project: DjangoProject
    let url: string
    beforeAll(async () => {
      project = await djangoProject({ database })
      url = await project.serve()
    })
    afterAll(() => project?.close())

    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(new URL(path, url), { headers })).json()

    it(`the Django project on ${database} has its rows`, async () => {
      expect(
        await project.shell(
          '[Author.objects.count(), Book.objects.count(), Session.objects.count()]',
        ),
      ).toEqual([240, 5000, 2])
    })

    it(`the Django project on ${database} serves its books`, async () => {
      const answer = await get('/api/shelf/')
      expect(answer.results).toHaveLength(25)
      expect(answer.next).toContain('cursor=')
    })

    it(`the Django project on ${database} knows its users by password, token and session`, async () => {
      const password = Buffer.from(`bcrypt:${passwordOf('bcrypt')}`).toString('base64')
      const key = await project.shell<string>('Token.objects.get(user__username="member").key')
      const knox = `Knox knox${'a'.repeat(60)}`
      const cookie = `sessionid=${'jsonsessionsessionsessionsession'}`

      expect(await get('/api/whoami/', { Authorization: `Basic ${password}` })).toMatchObject({
        username: 'bcrypt',
      })
      for (const headers of [
        { Authorization: `Token ${key}` },
        { Authorization: knox },
        { Cookie: cookie },
      ]) {
        expect(await get('/api/whoami/', headers)).toEqual({
          username: 'member',
          is_staff: false,
          groups: ['readers'],
          permissions: ['library.add_book', 'library.change_book'],
        })
      }
    })

    it(`Python that fails on ${database} rejects with its traceback`, async () => {
      await expect(project.shell('1 / 0')).rejects.toThrow('ZeroDivisionError')
      expect(await project.shell('1 + 1')).toBe(2)
    })
  })
