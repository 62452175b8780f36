import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { djangoMissing, passwordOf } from '../support/django.ts'
import { type BothServices, bothServices } from './both-services.ts'
import { basic, newClient } from './client.ts'
import { tokenOf } from './traffic.ts'

const formats = [
  'pbkdf2_sha256',
  'pbkdf2_sha1',
  'argon2',
  'bcrypt',
  'bcrypt_sha256',
  'sha1',
  'md5',
  'unsalted_sha1',
  'unsalted_md5',
] as const

const bearer = (token: unknown) => ({ Authorization: `Bearer ${token}` })
const token = (key: unknown) => ({ Authorization: `Token ${key}` })

for (const database of ['sqlite', 'postgres'] as const)
  describe.skipIf(djangoMissing(database) !== null)(
    `credentials of Django and Turnpike over ${database}`,
    () => {
      let services: BothServices
      let ways: readonly (readonly [made: string, used: string])[]
      beforeAll(async () => {
        services = await bothServices(database)
        const { django, turnpike } = services
        ways = [
          [django, turnpike],
          [turnpike, django],
        ]
      })
      afterAll(() => services?.close())

      const { ask } = newClient()
      const whoami = async (service: string, headers: Record<string, string>) => {
        const { status, body } = await ask(`${service}/api/whoami/`, { headers })
        return status === 200 ? (body as { username: string }).username : status
      }
      const post = (url: string, json: unknown) => ask(url, { json })
      const shell = (code: string) => services.project.shell(code)

      it(`passwords in all of Django's formats are right at both services over ${database}, and others wrong`, async () => {
        for (const service of [services.turnpike, services.django])
          for (const format of formats) {
            expect(await whoami(service, basic(format, passwordOf(format)))).toBe(format)
          }
        for (const service of [services.django, services.turnpike]) {
          expect(await whoami(service, basic('argon2', 'another'))).toBe(401)
          expect(await whoami(service, basic('unusable', passwordOf('unusable')))).toBe(401)
          expect(await whoami(service, basic('inactive', passwordOf('inactive')))).toBe(401)
        }
        // Django 3.2 does not know what later versions write.
        expect(await whoami(services.django, basic('scrypt', passwordOf('scrypt')))).toBe(401)
        expect(await whoami(services.turnpike, basic('scrypt', passwordOf('scrypt')))).toBe(
          'scrypt',
        )
      })

      it(`a token made at one service is good at the other over ${database}, and refused once revoked`, async () => {
        for (const [made, used] of ways) {
          const username = 'other'
          const credentials = { username, password: passwordOf(username) }
          const { body } = await post(`${made}/api/token/`, credentials)
          const { token: key } = body as { token: string }

          expect(await whoami(used, token(key))).toBe(username)
          expect((await post(`${used}/api/token/`, credentials)).body).toEqual({ token: key })

          await shell(`Token.objects.filter(key=${JSON.stringify(key)}).delete()`)
          expect(await whoami(used, token(key))).toBe(401)
          expect(await whoami(made, token(key))).toBe(401)
        }
      })

      it(`a user who is made inactive in Django is refused by Turnpike at once over ${database}`, async () => {
        const setActive = (isActive: boolean) =>
          shell(
            `User.objects.filter(username="reader").update(is_active=${isActive ? 'True' : 'False'})`,
          )
        const headers = token(tokenOf('reader'))

        expect(await whoami(services.turnpike, headers)).toBe('reader')
        await setActive(false)
        expect(await whoami(services.turnpike, headers)).toBe(401)
        await setActive(true)
        expect(await whoami(services.turnpike, headers)).toBe('reader')
      })

      it(`knox's tokens are good at both services over ${database} until they expire or are deleted`, async () => {
        const key = await shell('AuthToken.issue(User.objects.get(username="reader"))')
        const headers = { Authorization: `Knox ${key}` }
        for (const service of [services.django, services.turnpike]) {
          expect(await whoami(service, headers)).toBe('reader')
          expect(await whoami(service, { Authorization: `Knox knox${'c'.repeat(60)}` })).toBe(401)
        }
        await shell(
          'AuthToken.objects.filter(user__username="reader").update(expiry="2024-01-01T00:00Z")',
        )
        expect(await whoami(services.turnpike, headers)).toBe(401)
        expect(await whoami(services.django, headers)).toBe(401)
      })

      it(`pairs of simplejwt are good at both services over ${database}, and each refresh token once`, async () => {
        for (const [made, used] of ways) {
          const credentials = { username: 'member', password: passwordOf('member') }
          const first = (await post(`${made}/api/jwt/`, credentials)).body as Record<string, string>
          expect(await whoami(used, bearer(first.access))).toBe('member')
          expect((await post(`${used}/api/jwt/verify/`, { token: first.access })).status).toBe(200)

          const { refresh } = first
          const next = await post(`${used}/api/jwt/refresh/`, { refresh })
          expect(next.status).toBe(200)
          const second = next.body as Record<string, string>
          expect(await whoami(made, bearer(second.access))).toBe('member')

          // It was used, and both know it by the blacklist.
          for (const service of [made, used])
            expect((await post(`${service}/api/jwt/refresh/`, { refresh })).status).toBe(401)

          const ended = await post(`${made}/api/jwt/blacklist/`, { refresh: second.refresh })
          expect(ended.status).toBe(200)
          const late = await post(`${used}/api/jwt/refresh/`, { refresh: second.refresh })
          expect(late.status).toBe(401)
        }
        expect(await whoami(services.turnpike, bearer('a.b.c'))).toBe(401)
      })

      it(`permissions and groups given in Django are those of Turnpike over ${database}`, async () => {
        const book = { title: 'New', author: 1, price: '1.00', pages: 1, published: '2026-01-02' }
        const headers = token(tokenOf('reader'))
        let isbn = 1000
        const add = async (service: string) => {
          const json = { ...book, isbn: String(isbn++) }
          return (await ask(`${service}/api/books/`, { headers, json })).status
        }
        const both = async () => [await add(services.django), await add(services.turnpike)]

        expect(await both()).toEqual([403, 403])
        await shell(
          'Group.objects.get(name="readers").permissions.add(Permission.objects.get(codename="add_book"))',
        )
        expect(await both()).toEqual([201, 201])
        await shell('Group.objects.get(name="readers").permissions.clear()')
        expect(await both()).toEqual([403, 403])
        await shell('User.objects.filter(username="reader").update(is_superuser=True)')
        expect(await both()).toEqual([201, 201])
        await shell('User.objects.filter(username="reader").update(is_superuser=False)')
      })

      it(`a row written by one service over ${database} is the same at the other`, async () => {
        const headers = token(tokenOf('editor'))
        for (const [made, used] of ways) {
          const json = {
            title: 'Tables',
            author: 3,
            isbn: made === services.django ? '55' : '66',
            price: '12.5',
            pages: 7,
            rating: 3.5,
            is_signed: true,
            published: '2026-02-28',
            opens: '09:30',
            details: { list: [1, null, 'ä'] },
          }
          const added = await ask(`${made}/api/books/`, { headers, json })
          expect(added.status).toBe(201)
          const { id } = added.body as { id: number }
          const path = `/api/books/${id}/`
          const seen = await ask(used + path, { headers })
          expect(seen.body).toEqual(added.body)
          expect(seen.body).toMatchObject({ price: '12.50', opens: '09:30:00', copies: 1 })

          const change = { price: '0.05', details: [], opens: null }
          const changed = await ask(used + path, { method: 'PATCH', headers, json: change })
          expect(changed.body).toMatchObject(change)
          expect((await ask(made + path, { headers })).body).toEqual(changed.body)

          const { reference } = added.body as { reference: string }
          const found = `Book.objects.get(reference="${reference}", created__gte="2026-01-01T00:00Z").pk`
          expect(await shell(found)).toBe(id)

          expect((await ask(made + path, { method: 'DELETE', headers })).status).toBe(204)
          expect((await ask(used + path, { headers })).status).toBe(404)
        }
      })
    },
  )
